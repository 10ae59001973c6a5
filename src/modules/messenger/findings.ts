import type { Sql } from "../../db/sql.ts";
import { DAY_MS, HOUR_MS, utcDay } from "../../kit/clock.ts";
import {
  badInProduction,
  type Diagnosis,
  type Finding,
  type Inspection,
  ok,
  warn,
} from "../platform/diagnosis/index.ts";
import { WEBHOOK_PORTS } from "./bot/index.ts";

/** Input of the findings: the settings and live.db, with or without a running server. */
export interface MessengerFacts extends Inspection {
  config: Inspection["config"] & {
    publicBaseUrl: string | null;
    telegramBotToken: string | null;
    telegramBotId: string | null;
    telegramWebhookSecret: string | null;
    telegramApiBaseUrl: string;
    telegramTestEnvironment: boolean;
  };
}

/** Findings of `salute doctor` about the mini-app's bot and its commitments. */
export const MESSENGER_FINDINGS: readonly Finding<MessengerFacts>[] = [
  { name: "messenger_bot", order: 270, secrets: ["TELEGRAM_BOT_TOKEN"], look: bot },
  {
    name: "messenger_webhook",
    order: 272,
    secrets: ["TELEGRAM_BOT_TOKEN", "TELEGRAM_WEBHOOK_SECRET"],
    look: webhook,
  },
  { name: "messenger_api", order: 274, secrets: ["TELEGRAM_BOT_TOKEN"], look: botApi },
  { name: "fair_play", order: 276, look: fairPlay },
];

function isConfigured({ telegramBotId, telegramBotToken }: MessengerFacts["config"]): boolean {
  return telegramBotToken !== null || telegramBotId !== null;
}

function bot({ config }: MessengerFacts): Diagnosis {
  const {
    isProduction,
    telegramBotId: id,
    telegramBotToken: token,
    telegramTestEnvironment: isTest,
  } = config;
  if (!isConfigured(config))
    return ok(
      isProduction
        ? "off: neither TELEGRAM_BOT_TOKEN nor TELEGRAM_BOT_ID is set, and players get 503 messenger_disabled"
        : "a demo bot replaces Telegram's",
    );
  const own = token?.split(":")[0] ?? id;
  if (id !== null && own !== id)
    return warn(
      `TELEGRAM_BOT_TOKEN belongs to bot ${own}, but TELEGRAM_BOT_ID is ${id}: the token takes precedence.`,
      "Set the token and the ID of the same bot.",
    );
  if (isTest && isProduction)
    return warn(
      "TELEGRAM_TEST_ENVIRONMENT is set: real players' signatures are not accepted.",
      "Unset TELEGRAM_TEST_ENVIRONMENT in production.",
    );
  return ok(
    token === null ? `bot ${own}, by Telegram's signature only: no live checks` : `bot ${own}, by its token`,
  );
}

/** Null without a configured bot. */
function webhook(facts: MessengerFacts): Diagnosis | null {
  const { config } = facts;
  if (!isConfigured(config)) return null;
  const { publicBaseUrl, telegramWebhookSecret: secret } = config;
  if (secret === null)
    return warn(
      "TELEGRAM_WEBHOOK_SECRET is unset: the bot's webhook returns 503, and the bot sends no replies.",
      "Set TELEGRAM_WEBHOOK_SECRET and pass it to setWebhook: /admin/miniapp/bot prints the call.",
    );
  const fix = "Set PUBLIC_BASE_URL to the https address, on port 443, 80, 88 or 8443.";
  const url = publicBaseUrl === null ? null : new URL(publicBaseUrl);
  if (url !== null && url.protocol === "https:" && WEBHOOK_PORTS.includes(url.port))
    return ok(`${url.origin}/api/messenger/webhook, with a secret`);
  const reason = url === null ? "PUBLIC_BASE_URL is unset" : `PUBLIC_BASE_URL is ${url.origin}`;
  return badInProduction(facts, `Telegram cannot reach the bot's webhook or open the app: ${reason}.`, fix);
}

const TELEGRAM_API = "https://api.telegram.org";

/** Null without a token: Telegram is never asked then. */
function botApi({ config: { telegramApiBaseUrl, telegramBotToken } }: MessengerFacts): Diagnosis | null {
  if (telegramBotToken === null) return null;
  const { host, hostname, origin, protocol } = new URL(telegramApiBaseUrl);
  if (origin === TELEGRAM_API) return ok("Telegram's own");
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol !== "https:" && !isLocal)
    return warn(
      `TELEGRAM_API_BASE_URL names ${host} over plain http: the bot's token is sent unencrypted.`,
      `Set TELEGRAM_API_BASE_URL to an https address, or unset it for ${TELEGRAM_API}.`,
    );
  return ok(`${host} instead of Telegram's own: every live check sends it the bot's token`);
}

/** The job runs at 00:09 UTC; after this hour an unlogged day is reported. */
const GRACE_MS = HOUR_MS;

/** Null before the end of the first UTC day with commitments. */
function fairPlay({ now, read }: MessengerFacts): Diagnosis | null {
  const days = read("live.db", loggedDays);
  if (days === null || days.first === null) return null;
  const last = Math.floor((now - GRACE_MS) / DAY_MS) - 1;
  const next = days.logged === null ? days.first : days.logged + 1;
  if (days.first > last) return null;
  if (next > last) return ok(`commitments are in the signed log up to ${utcDay(last * DAY_MS)}`);
  const count = last - next + 1;
  return warn(
    `Commitments of ${count === 1 ? utcDay(next * DAY_MS) : `${count} UTC days from ${utcDay(next * DAY_MS)} on`} are not in the signed log: players cannot prove when their seeds were committed.`,
    "Run `salute jobs run fair_play`; if it logs nothing, see the finding `log`.",
  );
}

/** Days since 1970-01-01: the first day with a commitment, and the last day up to which every day is logged. */
function loggedDays(sql: Sql): { first: number | null; logged: number | null } {
  const first = sql.get<{ day: number | null }>(
    `SELECT created_at / ${DAY_MS} AS day FROM messenger_seeds ORDER BY id LIMIT 1`,
  );
  const open = sql.get<{ day: number | null }>(
    "SELECT min(day) AS day FROM messenger_fair_days WHERE log_index IS NULL",
  );
  const closed = sql.get<{ day: number | null }>("SELECT max(day) AS day FROM messenger_fair_days");
  const logged = open?.day == null ? (closed?.day ?? null) : open.day - 1;
  return { first: first?.day ?? null, logged };
}
