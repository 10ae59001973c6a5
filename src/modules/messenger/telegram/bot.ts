import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { randomHex } from "../../../kit/ids.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { type InitDataProof, TELEGRAM_KEYS } from "./init-data.ts";
import { type DemoBotRow, findDemoBot, insertDemoBot } from "./store.ts";

export interface BotApiSettings {
  telegramApiBaseUrl: string;
  telegramTestEnvironment: boolean;
}

/** Address of the Bot API for a token, without the method. */
export type BotApi = (token: string) => string;

/** Telegram's test environment has a path of its own (core.telegram.org/bots/webapps). */
export function createBotApi({ telegramApiBaseUrl, telegramTestEnvironment }: BotApiSettings): BotApi {
  return (token) => `${telegramApiBaseUrl}/bot${token}${telegramTestEnvironment ? "/test" : ""}`;
}

export interface BotSettings extends BotApiSettings {
  isProduction: boolean;
  telegramBotToken: string | null;
  telegramBotId: string | null;
  telegramBotUsername: string | null;
  telegramWebhookSecret: string | null;
}

/** The bot behind the mini-app. */
export interface Bot {
  /** demo: replaces Telegram's bot in development. */
  mode: "telegram" | "demo";
  /** Null if only the bot's id is configured. */
  token: string | null;
  id: string;
  /** Address that opens the mini-app in Telegram; null if the bot's name is not configured. */
  appUrl: string | null;
  /** Null if not configured: the webhook then refuses every call. */
  webhookSecret: string | null;
  proof: InitDataProof;
}

const DEMO_BOT_ID = "1000000001";
const NAME = "demo";

/** The configured bot, the demo bot in development, or null in production without one. */
export async function openBot(settings: BotSettings, live: Database, keyring: Keyring): Promise<Bot | null> {
  const { telegramBotToken: token, telegramBotId, telegramWebhookSecret: webhookSecret } = settings;
  const id = token === null ? telegramBotId : (token.split(":")[0] ?? "");
  if (id === null) return settings.isProduction ? null : openDemoBot(live, keyring);
  const publicKey = TELEGRAM_KEYS[settings.telegramTestEnvironment ? "test" : "production"];
  const proof: InitDataProof =
    token === null ? { kind: "signature", botId: id, publicKey } : { kind: "token", token };
  const { telegramBotUsername: name } = settings;
  const appUrl = name === null ? null : `https://t.me/${name}`;
  return { mode: "telegram", token, id, appUrl, webhookSecret, proof };
}

async function openDemoBot(live: Database, keyring: Keyring): Promise<Bot> {
  const row =
    findDemoBot(live.read) ?? (await live.writer.run((tx) => findDemoBot(tx) ?? createDemoBot(tx, keyring)));
  const token = keyring.unseal(row.token_sealed, NAME);
  return {
    mode: "demo",
    token,
    id: DEMO_BOT_ID,
    appUrl: null,
    webhookSecret: keyring.unseal(row.webhook_secret_sealed, NAME),
    proof: { kind: "token", token },
  };
}

function createDemoBot(tx: Tx, keyring: Keyring): DemoBotRow {
  return insertDemoBot(tx, {
    name: NAME,
    token_sealed: keyring.seal(`${DEMO_BOT_ID}:${randomHex(24, tx.random)}`, NAME),
    webhook_secret_sealed: keyring.seal(randomHex(24, tx.random), NAME),
  });
}

/** @throws Problem messenger_disabled */
export function requireBot(bot: Bot | null): Bot {
  if (bot !== null) return bot;
  throw new Problem(
    MESSENGER_ERRORS.messenger_disabled,
    "Set TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID: the mini-app has no bot.",
  );
}
