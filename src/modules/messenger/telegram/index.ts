export {
  type Bot,
  type BotApi,
  type BotApiSettings,
  type BotSettings,
  createBotApi,
  openBot,
  requireBot,
} from "./bot.ts";
export {
  readInitData,
  type TelegramUser,
} from "./init-data.ts";
export { printable } from "./printable.ts";
