import { sha256Hex } from "../../../kit/crypto/seal.ts";

/** One condition of an audience; salutes as a JSON number, times as ISO 8601. */
export type Condition =
  | { min_salutes: number }
  | { joined_after: string }
  | { wallet_verified: boolean }
  | { language: string }
  | { mission_done: string }
  | { percent: number; salt: string };

/** The membership rule of an audience group. */
export type AudienceRule =
  | { all: true }
  | { telegram_ids: number[] }
  | { any: Condition[] }
  | { every: Condition[] };

/** The facts that a rule checks; a person without a player has zero salutes and no join time. */
export interface AudienceFacts {
  telegramId: number;
  languageCode: string | null;
  /** Hundredths of a salute. */
  salutes: number;
  /** Unix milliseconds; null without a player. */
  joinedAt: number | null;
  hasVerifiedWallet(): boolean;
  hasDoneMission(missionKey: string): boolean;
}

export function matchesRule(rule: AudienceRule, facts: AudienceFacts): boolean {
  if ("all" in rule) return true;
  if ("telegram_ids" in rule) return rule.telegram_ids.includes(facts.telegramId);
  if ("any" in rule) return rule.any.some((each) => meetsCondition(each, facts));
  return rule.every.every((each) => meetsCondition(each, facts));
}

function meetsCondition(condition: Condition, facts: AudienceFacts): boolean {
  if ("min_salutes" in condition) return facts.salutes >= Math.round(condition.min_salutes * 100);
  if ("joined_after" in condition)
    return facts.joinedAt !== null && facts.joinedAt > Date.parse(condition.joined_after);
  if ("wallet_verified" in condition) return facts.hasVerifiedWallet() === condition.wallet_verified;
  if ("language" in condition) return isLanguage(facts.languageCode, condition.language);
  if ("mission_done" in condition) return facts.hasDoneMission(condition.mission_done);
  return rolloutPosition(facts.telegramId, condition.salt) < condition.percent;
}

/** `en` includes `en-GB`. */
function isLanguage(code: string | null, wanted: string): boolean {
  const own = code?.toLowerCase();
  const asked = wanted.toLowerCase();
  return own === asked || own?.startsWith(`${asked}-`) === true;
}

/**
 * A person's position in a rollout, from 0 to under 100. It depends only on the id and the salt, so a higher percentage
 * keeps everybody already included.
 */
export function rolloutPosition(telegramId: number, salt: string): number {
  return (Number.parseInt(sha256Hex(`${salt}:${telegramId}`).slice(0, 8), 16) / 2 ** 32) * 100;
}
