import { toHundredths } from "../../../kit/money.ts";
import type { AudienceRule, Condition } from "./model.ts";

/** What a rule may look at. */
export interface AudienceFacts {
  telegramId: number;
  /** Hundredths of a salute. */
  salutes: number;
  /** Unix milliseconds. */
  joinedAt: number;
  /** IETF tag, as Telegram tells it. */
  language: string | null;
  hasVerifiedWallet: () => boolean;
  hasDone: (missionKey: string) => boolean;
}

/** Whether a rule lets somebody in. */
export function matches(rule: AudienceRule, facts: AudienceFacts): boolean {
  if ("all" in rule) return true;
  if ("telegram_ids" in rule) return rule.telegram_ids.includes(facts.telegramId);
  if ("any" in rule) return rule.any.some((condition) => holds(condition, facts));
  return rule.every.every((condition) => holds(condition, facts));
}

function holds(condition: Condition, facts: AudienceFacts): boolean {
  if ("min_salutes" in condition) return facts.salutes >= (toHundredths(condition.min_salutes) ?? 0);
  if ("joined_after" in condition) return facts.joinedAt > Date.parse(condition.joined_after);
  if ("wallet_verified" in condition) return facts.hasVerifiedWallet() === condition.wallet_verified;
  if ("language" in condition) return speaks(facts.language, condition.language);
  if ("mission_done" in condition) return facts.hasDone(condition.mission_done);
  return shareOf(facts.telegramId, condition.salt) < condition.percent;
}

/** `en` stands for `en-GB` too. */
function speaks(language: string | null, wanted: string): boolean {
  const [own, other] = [language?.toLowerCase() ?? "", wanted.toLowerCase()];
  return own === other || own.startsWith(`${other}-`);
}

/** Where somebody stands from 0 to under 100, the same for the same salt: who is in at 10 % is in at 20 %. */
export function shareOf(telegramId: number, salt: string): number {
  return (Bun.hash.xxHash32(`${salt}:${telegramId}`) / 2 ** 32) * 100;
}
