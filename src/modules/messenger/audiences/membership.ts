import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Player } from "../players/index.ts";
import { type AudienceFacts, type AudienceRule, isTakenIn } from "./rules.ts";
import { findGroup, hasDoneMission, hasVerifiedWallet, listEnabledGroups } from "./store.ts";

/** The person whose membership is asked for: a player, or a caller who is none yet. */
export interface Person {
  telegramId: number;
  languageCode: string | null;
  player: Player | null;
}

/** A player as the person whose membership is asked for. */
export function personOf(player: Player): Person {
  return { telegramId: player.row.telegram_id, languageCode: player.row.language_code, player };
}

/** What audiences ask of a person, read only as far as a rule asks. */
export function factsOf(sql: Sql, { telegramId, languageCode, player }: Person): AudienceFacts {
  return {
    telegramId,
    languageCode: player?.row.language_code ?? languageCode,
    salutes: player?.user.balance ?? 0,
    joinedAt: player?.row.joined_at ?? null,
    hasVerifiedWallet: () => player !== null && hasVerifiedWallet(sql, player.user.id),
    hasDoneMission: (key) => player !== null && hasDoneMission(sql, player.row.id, key),
  };
}

/** Whether a person belongs to a group; null is everybody. A group that is disabled or unknown takes in nobody. */
export function isInAudience(sql: Sql, audience: string | null, facts: AudienceFacts): boolean {
  if (audience === null) return true;
  const group = findGroup(sql, audience);
  return group !== null && group.enabled === 1 && isTakenIn(ruleOf(group), facts);
}

/** @throws Problem invalid_payload where no group has this key */
export function requireAudience(sql: Sql, key: string): void {
  if (findGroup(sql, key) === null)
    throw invalidPayload("audience", `must be null or the key of an audience group; there is no ${key}`);
}

const MAX_GROUPS = 500;

/** The groups that a person belongs to, by key. */
export function groupsOf(sql: Sql, facts: AudienceFacts): { key: string; title: string }[] {
  return listEnabledGroups(sql, MAX_GROUPS)
    .filter((group) => isTakenIn(ruleOf(group), facts))
    .map(({ key, title }) => ({ key, title }));
}

const MAX_RULES = 200;
const rules = new Map<string, { text: string; rule: AudienceRule }>();

/** Rules are read on every play and seldom change. */
function ruleOf({ key, rule: text }: { key: string; rule: string }): AudienceRule {
  const known = rules.get(key);
  if (known?.text === text) return known.rule;
  if (rules.size >= MAX_RULES) rules.clear();
  const rule = JSON.parse(text) as AudienceRule;
  rules.set(key, { text, rule });
  return rule;
}
