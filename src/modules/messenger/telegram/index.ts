export { type Bot, type BotSettings, openBot, requireBot } from "./bot.ts";
export {
  type InitData,
  type InitDataProof,
  readInitData,
  TELEGRAM_KEYS,
  type TelegramUser,
} from "./init-data.ts";
export { signInitData } from "./sign.ts";
