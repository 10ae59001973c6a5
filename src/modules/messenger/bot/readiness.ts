import type { LiveFacts } from "./client.ts";
import { COMMANDS } from "./commands.ts";

export interface ReadinessCheck {
  id: "bot_token" | "bot_id" | "webhook_secret" | "https_address" | "commands" | "menu_button";
  status: "ok" | "warn" | "bad";
  message: string;
  /** What to do; null where nothing is to be done. */
  fix: string | null;
}

export interface BotState {
  mode: "telegram" | "demo" | "off";
  hasToken: boolean;
  botId: string | null;
  hasWebhookSecret: boolean;
  /** Our address as others reach it; without a slash at its end. */
  baseUrl: string;
  /** Null where Telegram was not asked. */
  live: LiveFacts | null;
}

type Found = Omit<ReadinessCheck, "id">;

/** Whether the bot can be put before players, a check per part of it (contract section 16). */
export function readiness(state: BotState): ReadinessCheck[] {
  return [
    { id: "bot_token", ...tokenCheck(state) },
    { id: "bot_id", ...idCheck(state) },
    { id: "webhook_secret", ...secretCheck(state) },
    { id: "https_address", ...addressCheck(state) },
    { id: "commands", ...commandsCheck(state) },
    { id: "menu_button", ...menuCheck(state) },
  ];
}

function ok(message: string): Found {
  return { status: "ok", message, fix: null };
}

function warn(message: string, fix: string): Found {
  return { status: "warn", message, fix };
}

function bad(message: string, fix: string): Found {
  return { status: "bad", message, fix };
}

const REACH_FIX = "Check TELEGRAM_API_BASE_URL, and that this machine reaches it";

function tokenCheck({ mode, hasToken, live }: BotState): Found {
  if (mode === "off")
    return bad("No bot is configured.", "Set TELEGRAM_BOT_TOKEN to the token that BotFather prints.");
  if (mode === "demo")
    return warn("A demo bot stands in for Telegram's.", "Set TELEGRAM_BOT_TOKEN before players come.");
  if (!hasToken)
    return warn(
      "Only TELEGRAM_BOT_ID is set: Telegram's signature proves players, and the bot cannot be asked.",
      "Set TELEGRAM_BOT_TOKEN where live checks are wanted.",
    );
  if (live === null) return ok("A token is set; live=1 asks Telegram whether it is right.");
  const { me } = live;
  if (me.ok) return ok(`Telegram knows the token as @${me.value.username}.`);
  const fix = me.isAnswered ? "Compare TELEGRAM_BOT_TOKEN with BotFather's" : REACH_FIX;
  return bad(`getMe ${me.reason}.`, `${fix}, then ask again.`);
}

function idCheck({ botId, mode, live }: BotState): Found {
  if (botId === null) return bad("The bot has no id.", "Set TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID.");
  if (mode === "telegram" && live?.me.ok === true && String(live.me.value.id) !== botId)
    return bad(
      `Telegram calls the bot ${live.me.value.id}, here it is ${botId}.`,
      "Set the token or the id of one bot.",
    );
  return ok(`The bot's id is ${botId}.`);
}

const SECRET_FIX =
  "Set TELEGRAM_WEBHOOK_SECRET, and the same with setWebhook: bot/command-helper prints the call.";

function secretCheck({ hasWebhookSecret, live }: BotState): Found {
  if (!hasWebhookSecret) return bad("The webhook has no secret, so it is closed.", SECRET_FIX);
  const error = live?.webhook.ok === true ? live.webhook.value.lastError : null;
  if (error?.includes("401") === true) return bad(`Telegram was refused: ${error}.`, SECRET_FIX);
  return error === null
    ? ok("The webhook has a secret.")
    : warn(`Telegram's last call failed: ${error}.`, "Look into the log at that time.");
}

const PORTS = ["", "443", "80", "88", "8443"];

function addressCheck({ baseUrl, live, mode }: BotState): Found {
  const url = new URL(baseUrl);
  const fix = "Set PUBLIC_BASE_URL to the https address, on port 443, 80, 88 or 8443.";
  if (url.protocol !== "https:") {
    const words = `Telegram reaches https addresses only; this one is ${baseUrl}.`;
    return mode === "demo" ? warn(words, fix) : bad(words, fix);
  }
  if (!PORTS.includes(url.port)) return bad(`Telegram does not call port ${url.port}.`, fix);
  if (live === null) return ok(`Players and Telegram reach ${baseUrl}.`);
  const { webhook } = live;
  if (!webhook.ok) return warn(`getWebhookInfo ${webhook.reason}.`, "Ask again once Telegram answers.");
  const own = [`${baseUrl}/api/messenger/webhook`, `${baseUrl}/api/telegram/webhook`];
  if (own.includes(webhook.value.url))
    return ok(`Telegram sends updates here; ${webhook.value.pending} are waiting.`);
  const there = webhook.value.url === "" ? "nowhere" : `to ${webhook.value.url}`;
  return bad(`Telegram sends updates ${there}.`, "Call setWebhook as bot/command-helper prints it.");
}

const COMMANDS_FIX = "Call setMyCommands as bot/command-helper prints it.";

function commandsCheck({ live }: BotState): Found {
  if (live === null) return warn("Not compared with Telegram's list; live=1 does.", COMMANDS_FIX);
  if (!live.commands.ok) return warn(`getMyCommands ${live.commands.reason}.`, COMMANDS_FIX);
  const there = live.commands.value;
  const missing = COMMANDS.filter(({ command }) => !there.includes(command)).map(
    ({ command }) => `/${command}`,
  );
  if (missing.length === 0) return ok("Telegram lists every command.");
  return warn(`Telegram does not list ${missing.join(", ")}.`, COMMANDS_FIX);
}

function menuCheck({ baseUrl, live }: BotState): Found {
  const fix = `Set the bot's menu button to ${baseUrl}/miniapp: BotFather, Bot Settings, Menu Button.`;
  if (live === null) return warn("Not compared with Telegram's setting; live=1 does.", fix);
  if (!live.menuButton.ok) return warn(`getChatMenuButton ${live.menuButton.reason}.`, fix);
  const { type, url } = live.menuButton.value;
  return type === "web_app" && url === `${baseUrl}/miniapp`
    ? ok("The menu button opens the mini-app.")
    : warn("The menu button does not open the mini-app.", fix);
}
