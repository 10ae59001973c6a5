import type { LiveFacts } from "./client.ts";
import { COMMANDS } from "./commands.ts";

export interface ReadinessCheck {
  id: "bot_token" | "bot_id" | "webhook_secret" | "https_address" | "commands" | "menu_button";
  status: "ok" | "warn" | "bad";
  message: string;
  /** The next step; null if the check is ok. */
  fix: string | null;
}

export interface BotState {
  mode: "telegram" | "demo" | "off";
  hasToken: boolean;
  botId: string | null;
  hasWebhookSecret: boolean;
  /** The server's public address, without a trailing slash. */
  baseUrl: string;
  /** Null if Telegram was not asked. */
  live: LiveFacts | null;
}

type CheckResult = Omit<ReadinessCheck, "id">;

/** Checks whether the bot is ready for players (contract section 16). */
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

function ok(message: string): CheckResult {
  return { status: "ok", message, fix: null };
}

function warn(message: string, fix: string): CheckResult {
  return { status: "warn", message, fix };
}

function bad(message: string, fix: string): CheckResult {
  return { status: "bad", message, fix };
}

const REACH_FIX = "Check TELEGRAM_API_BASE_URL, and that this machine can reach it";

function tokenCheck({ mode, hasToken, live }: BotState): CheckResult {
  if (mode === "off")
    return bad("No bot is configured.", "Set TELEGRAM_BOT_TOKEN to the token that BotFather prints.");
  if (mode === "demo")
    return warn("A demo bot replaces Telegram's.", "Set TELEGRAM_BOT_TOKEN before launch.");
  if (!hasToken)
    return warn(
      "Only TELEGRAM_BOT_ID is set: Telegram's signature proves players, but live checks are not possible.",
      "Set TELEGRAM_BOT_TOKEN for live checks.",
    );
  if (live === null) return ok("A token is set; live=1 checks it with Telegram.");
  const { me } = live;
  if (me.ok) return ok(`The token belongs to @${me.value.username}.`);
  const fix = me.isAnswered ? "Compare TELEGRAM_BOT_TOKEN with the token from BotFather" : REACH_FIX;
  return bad(`getMe ${me.reason}.`, `${fix}, then check again.`);
}

function idCheck({ botId, mode, live }: BotState): CheckResult {
  if (botId === null) return bad("The bot has no ID.", "Set TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID.");
  if (mode === "telegram" && live?.me.ok === true && String(live.me.value.id) !== botId)
    return bad(
      `Telegram reports the bot ID ${live.me.value.id}; ${botId} is configured.`,
      "Set the token and the ID of the same bot.",
    );
  return ok(`The bot ID is ${botId}.`);
}

const SECRET_FIX =
  "Set TELEGRAM_WEBHOOK_SECRET and pass it to setWebhook: bot/command-helper prints the call.";

function secretCheck({ hasWebhookSecret, live }: BotState): CheckResult {
  if (!hasWebhookSecret) return bad("The webhook has no secret and refuses every call.", SECRET_FIX);
  const error = live?.webhook.ok === true ? live.webhook.value.lastError : null;
  if (error?.includes("401") === true) return bad(`Telegram was refused: ${error}.`, SECRET_FIX);
  return error === null
    ? ok("The webhook has a secret.")
    : warn(`Telegram's last call failed: ${error}.`, "Check the log.");
}

/** Ports of webhooks that Telegram calls, as in a URL. */
export const WEBHOOK_PORTS = ["", "443", "80", "88", "8443"];

function addressCheck({ baseUrl, live, mode }: BotState): CheckResult {
  const url = new URL(baseUrl);
  const fix = "Set PUBLIC_BASE_URL to the https address, on port 443, 80, 88 or 8443.";
  if (url.protocol !== "https:") {
    const message = `Telegram needs an https address; this one is ${baseUrl}.`;
    return mode === "demo" ? warn(message, fix) : bad(message, fix);
  }
  if (!WEBHOOK_PORTS.includes(url.port)) return bad(`Telegram does not call port ${url.port}.`, fix);
  if (live === null) return ok(`Players and Telegram reach ${baseUrl}.`);
  const { webhook } = live;
  if (!webhook.ok) return warn(`getWebhookInfo ${webhook.reason}.`, "Check again later.");
  const own = [`${baseUrl}/api/messenger/webhook`, `${baseUrl}/api/telegram/webhook`];
  if (own.includes(webhook.value.url))
    return ok(`Telegram sends updates here; ${webhook.value.pending} are pending.`);
  const target = webhook.value.url === "" ? "nowhere" : `to ${webhook.value.url}`;
  return bad(
    `Telegram sends updates ${target}.`,
    "Call setWebhook with the command from bot/command-helper.",
  );
}

const COMMANDS_FIX = "Call setMyCommands with the command from bot/command-helper.";

function commandsCheck({ live }: BotState): CheckResult {
  if (live === null) return warn("Not compared with Telegram's list; use live=1.", COMMANDS_FIX);
  if (!live.commands.ok) return warn(`getMyCommands ${live.commands.reason}.`, COMMANDS_FIX);
  const listed = live.commands.value;
  const missing = COMMANDS.filter((command) => !listed.includes(command)).map((command) => `/${command}`);
  if (missing.length === 0) return ok("Telegram lists every command.");
  return warn(`Telegram does not list ${missing.join(", ")}.`, COMMANDS_FIX);
}

function menuCheck({ baseUrl, live }: BotState): CheckResult {
  const fix = `Set the bot's menu button to ${baseUrl}/miniapp: BotFather, Bot Settings, Menu Button.`;
  if (live === null) return warn("Not compared with Telegram's setting; use live=1.", fix);
  if (!live.menuButton.ok) return warn(`getChatMenuButton ${live.menuButton.reason}.`, fix);
  const { type, url } = live.menuButton.value;
  return type === "web_app" && url === `${baseUrl}/miniapp`
    ? ok("The menu button opens the mini-app.")
    : warn("The menu button does not open the mini-app.", fix);
}
