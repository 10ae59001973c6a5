import { setting } from "./setting.ts";
import { baseUrl, flag, optional, whole } from "./values.ts";

/** The mini-app's Telegram bot, and the limits of its games (contract section 16). */
export const MESSENGER_SETTINGS = {
  telegramBotToken: setting(
    "TELEGRAM_BOT_TOKEN",
    "",
    "123456789:AAE…",
    "Token of the mini-app's bot, from BotFather; development without it runs a demo bot, production has no mini-app",
    botToken,
    true,
  ),
  telegramBotId: setting(
    "TELEGRAM_BOT_ID",
    "",
    "123456789",
    "The bot's id, instead of the token: init data is then proved only by Telegram's own signature",
    botId,
  ),
  telegramWebhookSecret: setting(
    "TELEGRAM_WEBHOOK_SECRET",
    "",
    "(1 to 256 of A-Z a-z 0-9 _ -)",
    "Secret that Telegram sends with updates of the bot; unset: the webhook answers 503",
    webhookSecret,
    true,
  ),
  telegramApiBaseUrl: setting(
    "TELEGRAM_API_BASE_URL",
    "https://api.telegram.org",
    "https://api.telegram.org",
    "Address of the Bot API, for live checks of the bot",
    (value) => baseUrl(value) ?? "https://api.telegram.org",
  ),
  telegramTestEnvironment: setting(
    "TELEGRAM_TEST_ENVIRONMENT",
    "0",
    "1",
    "1: the bot is in Telegram's test environment, whose signatures use another key",
    flag,
  ),
  messengerLimit: setting(
    "RATE_LIMIT_MESSENGER_PER_MIN",
    "60",
    "60",
    "Mini-app requests per minute and player; 0 disables the limit",
    whole(0, 1e9),
  ),
  miniappMaxExpectedValue: setting(
    "MINIAPP_MAX_EXPECTED_VALUE",
    "100",
    "100",
    "Highest expected value of a wheel spin, in salutes; a wheel above it cannot be saved",
    whole(0, 1e9),
  ),
  miniappGrantsPerDay: setting(
    "MINIAPP_GRANTS_PER_DAY",
    "10000",
    "10000",
    "Missiles that operators may grant per UTC day, to all players together",
    whole(0, 1e9),
  ),
} as const;

/** Errors do not repeat the value. */
function botToken(value: string): string | null {
  if (value !== "" && !/^\d{1,20}:[A-Za-z0-9_-]{20,200}$/.test(value))
    throw new RangeError("must be a bot token as BotFather prints it");
  return optional(value);
}

function botId(value: string): string | null {
  if (value !== "" && !/^[1-9]\d{0,19}$/.test(value)) throw new RangeError("must be a bot's id, a number");
  return optional(value);
}

/** Errors do not repeat the value. */
function webhookSecret(value: string): string | null {
  if (value !== "" && !/^[A-Za-z0-9_-]{1,256}$/.test(value))
    throw new RangeError("must be 1 to 256 of A-Z a-z 0-9 _ -");
  return optional(value);
}
