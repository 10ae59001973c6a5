import { setting } from "./setting.ts";
import { baseUrl, flag, optional, whole } from "./values.ts";

/** The mini-app's Telegram bot, and the limits of its games (contract section 16). */
export const MESSENGER_SETTINGS = {
  telegramBotToken: setting("TELEGRAM_BOT_TOKEN", {
    fallback: "",
    example: "123456789:AAE…",
    meaning:
      "Token of the mini-app's bot, from BotFather; development without it runs a demo bot, production has no mini-app",
    parse: botToken,
    isSecret: true,
  }),
  telegramBotId: setting("TELEGRAM_BOT_ID", {
    fallback: "",
    example: "123456789",
    meaning: "The bot's id, instead of the token: init data is then proved only by Telegram's own signature",
    parse: botId,
  }),
  telegramBotUsername: setting("TELEGRAM_BOT_USERNAME", {
    fallback: "",
    example: "my_bot/app",
    meaning:
      "The bot's name, and after a slash the short name of its mini-app if it is not the main one: players invite friends by links to it",
    parse: botUsername,
  }),
  telegramWebhookSecret: setting("TELEGRAM_WEBHOOK_SECRET", {
    fallback: "",
    example: "(1 to 256 of A-Z a-z 0-9 _ -)",
    meaning: "Secret that Telegram sends with updates of the bot; unset: the webhook answers 503",
    parse: webhookSecret,
    isSecret: true,
  }),
  telegramApiBaseUrl: setting("TELEGRAM_API_BASE_URL", {
    fallback: "https://api.telegram.org",
    example: "https://api.telegram.org",
    meaning: "Address of the Bot API, for live checks of the bot",
    parse: (value) => baseUrl(value) ?? "https://api.telegram.org",
  }),
  telegramTestEnvironment: setting("TELEGRAM_TEST_ENVIRONMENT", {
    fallback: "0",
    example: "1",
    meaning: "1: the bot is in Telegram's test environment, whose signatures use another key",
    parse: flag,
  }),
  messengerLimit: setting("RATE_LIMIT_MESSENGER_PER_MIN", {
    fallback: "60",
    example: "60",
    meaning: "Mini-app requests per minute and player; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  miniappMaxExpectedValue: setting("MINIAPP_MAX_EXPECTED_VALUE", {
    fallback: "100",
    example: "100",
    meaning: "Highest expected value of a wheel spin, in salutes; a wheel above it cannot be saved",
    parse: whole(0, 1e9),
  }),
  miniappGrantsPerDay: setting("MINIAPP_GRANTS_PER_DAY", {
    fallback: "10000",
    example: "10000",
    meaning: "Missiles that operators may grant per UTC day, to all players together",
    parse: whole(0, 1e9),
  }),
  miniappGiftSalutes: setting("MINIAPP_GIFT_SALUTES", {
    fallback: "0",
    example: "10",
    meaning: "Salutes that a new player of the mini-app gets once",
    parse: whole(0, 1e6),
  }),
  miniappGiftMissiles: setting("MINIAPP_GIFT_MISSILES", {
    fallback: "3",
    example: "3",
    meaning: "Missiles that a new player of the mini-app gets once",
    parse: whole(0, 1e6),
  }),
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

function botUsername(value: string): string | null {
  if (value !== "" && !/^[A-Za-z][A-Za-z0-9_]{3,31}(\/[A-Za-z0-9_]{3,30})?$/.test(value))
    throw new RangeError("must be a bot's name without @, such as my_bot or my_bot/app");
  return optional(value);
}

/** Errors do not repeat the value. */
function webhookSecret(value: string): string | null {
  if (value !== "" && !/^[A-Za-z0-9_-]{1,256}$/.test(value))
    throw new RangeError("must be 1 to 256 of A-Z a-z 0-9 _ -");
  return optional(value);
}
