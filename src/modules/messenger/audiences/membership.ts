import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Player } from "../players/index.ts";
import { RULE } from "./model.ts";
import { type AudienceFacts, type AudienceRule, matchesRule } from "./rules.ts";
import { findGroup, hasDoneMission, hasVerifiedWallet, listEnabledGroups, MAX_GROUPS } from "./store.ts";

/** A person whose membership is checked: a player, or a caller without a player. */
export interface Person {
  telegramId: number;
  languageCode: string | null;
  player: Player | null;
}

export function toPerson(player: Player): Person {
  return { telegramId: player.row.telegram_id, languageCode: player.row.language_code, player };
}

/** The facts that audience rules check; wallets and missions are read only if a rule needs them. */
export function gatherFacts(sql: Sql, { telegramId, languageCode, player }: Person): AudienceFacts {
  return {
    telegramId,
    languageCode: player?.row.language_code ?? languageCode,
    salutes: player?.user.balance ?? 0,
    joinedAt: player?.row.joined_at ?? null,
    hasVerifiedWallet: () => player !== null && hasVerifiedWallet(sql, player.user.id),
    hasDoneMission: (key) => player !== null && hasDoneMission(sql, player.row.id, key),
  };
}

/** Whether a person belongs to a group. A null audience is everybody; disabled and unknown groups are empty. */
export function isInAudience(sql: Sql, audience: string | null, facts: AudienceFacts): boolean {
  if (audience === null) return true;
  const group = findGroup(sql, audience);
  return group !== null && group.enabled === 1 && matchesRule(ruleOf(group), facts);
}

/** @throws Problem invalid_payload for an unknown key */
export function requireAudience(sql: Sql, key: string): void {
  if (findGroup(sql, key) === null)
    throw invalidPayload("audience", `must be null or the key of an audience group; there is no ${key}`);
}

/** The enabled groups of a person, by key. */
export function listMatchingGroups(sql: Sql, facts: AudienceFacts): { key: string; title: string }[] {
  return listEnabledGroups(sql, MAX_GROUPS)
    .filter((group) => matchesRule(ruleOf(group), facts))
    .map(({ key, title }) => ({ key, title }));
}

const MAX_RULES = 200;
/** Parsed rules by group: every play reads them, and they seldom change. */
const parsedRules = new Map<string, { text: string; rule: AudienceRule }>();

function ruleOf({ key, rule: text }: { key: string; rule: string }): AudienceRule {
  const known = parsedRules.get(key);
  if (known?.text === text) return known.rule;
  if (parsedRules.size >= MAX_RULES) parsedRules.clear();
  const rule = RULE.read(text);
  parsedRules.set(key, { text, rule });
  return rule;
}
