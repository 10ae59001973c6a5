import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/problem.ts";
import type { Player } from "../players/index.ts";
import type { AudienceRule } from "./model.ts";
import { type AudienceFacts, matches } from "./rules.ts";
import { findGroup, hasDone, hasVerifiedWallet, listGroups, type MemberRow } from "./store.ts";

/** Somebody who may be in an audience: a player, or somebody who has not become one yet. */
export interface Somebody {
  telegramId: number;
  /** What Telegram tells of a newcomer; a player's own is kept. */
  language: string | null;
  player: Player | null;
}

export function somebody(player: Player): Somebody {
  return { telegramId: player.row.telegram_id, language: player.row.language_code, player };
}

/** Whether somebody is in an audience; null stands for everybody, and nobody is in a disabled group. */
export function isInAudience(sql: Sql, audience: string | null, who: Somebody, now: number): boolean {
  if (audience === null) return true;
  const group = findGroup(sql, audience);
  if (group === null || group.enabled === 0) return false;
  return matches(JSON.parse(group.rule) as AudienceRule, factsOf(sql, who, now));
}

const MAX_LISTED = 500;

/** The enabled groups that somebody is in, by key. */
export function groupsOf(sql: Sql, who: Somebody, now: number): { key: string; title: string }[] {
  const facts = factsOf(sql, who, now);
  return listGroups(sql, MAX_LISTED)
    .filter(({ enabled, rule }) => enabled === 1 && matches(JSON.parse(rule) as AudienceRule, facts))
    .map(({ key, title }) => ({ key, title }));
}

function factsOf(sql: Sql, { telegramId, language, player }: Somebody, now: number): AudienceFacts {
  if (player === null) {
    const nobodyYet = () => false;
    return {
      telegramId,
      salutes: 0,
      joinedAt: now,
      language,
      hasVerifiedWallet: nobodyYet,
      hasDone: nobodyYet,
    };
  }
  const { row, user } = player;
  return memberFacts(sql, { ...row, balance: user.balance });
}

/** What rules look at, of a player. */
export function memberFacts(sql: Sql, member: MemberRow): AudienceFacts {
  return {
    telegramId: member.telegram_id,
    salutes: member.balance,
    joinedAt: member.joined_at,
    language: member.language_code,
    hasVerifiedWallet: () => hasVerifiedWallet(sql, member.user_id),
    hasDone: (key) => hasDone(sql, member.id, key),
  };
}

/** @throws Problem invalid_payload where no group has this key */
export function requireAudience(sql: Sql, key: string): void {
  if (findGroup(sql, key) === null)
    throw invalidPayload("audience", `must be null or the key of an audience group; there is no ${key}`);
}
