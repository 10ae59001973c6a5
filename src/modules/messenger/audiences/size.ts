import type { Sql } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { RULE } from "./model.ts";
import { type AudienceFacts, type AudienceRule, matchesRule } from "./rules.ts";
import {
  countPlayers,
  findGroup,
  hasDoneMission,
  hasVerifiedWallet,
  listMembersAfter,
  type MemberRow,
} from "./store.ts";

const CHUNK = 2_000;

/** Players who match a rule, in chunks; yields to the event loop between chunks. */
export async function* streamMembers(sql: Sql, rule: AudienceRule): AsyncGenerator<MemberRow[], void> {
  for (let after = 0; ; ) {
    const chunk = listMembersAfter(sql, after, CHUNK);
    yield chunk.filter((member) => matchesRule(rule, memberFacts(sql, member)));
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK) return;
    after = last.id;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function memberFacts(sql: Sql, member: MemberRow): AudienceFacts {
  return {
    telegramId: member.telegram_id,
    languageCode: member.language_code,
    salutes: member.balance,
    joinedAt: member.joined_at,
    hasVerifiedWallet: () => hasVerifiedWallet(sql, member.user_id),
    hasDoneMission: (key) => hasDoneMission(sql, member.id, key),
  };
}

async function countMembers(sql: Sql, rule: AudienceRule): Promise<number> {
  if ("all" in rule) return countPlayers(sql);
  let count = 0;
  for await (const members of streamMembers(sql, rule)) count += members.length;
  return count;
}

const CACHE_MS = MINUTE_MS;
const MAX_CACHED = 1_000;

/** Audience sizes, cached for a minute: counting one may read every player. */
export class AudienceSizes {
  readonly #cache = new Map<string, { at: number; size: Promise<number> }>();

  /** The size of an audience. A null audience is everybody; disabled and unknown groups are empty. */
  async of(sql: Sql, audience: string | null, now: number): Promise<number> {
    if (audience === null) return countPlayers(sql);
    const group = findGroup(sql, audience);
    if (group === null || group.enabled === 0) return 0;
    return this.ofRule(sql, group.rule, now);
  }

  /** @param rule as JSON */
  ofRule(sql: Sql, rule: string, now: number): Promise<number> {
    const cached = this.#cache.get(rule);
    if (cached !== undefined && now >= cached.at && now - cached.at < CACHE_MS) return cached.size;
    const size = countMembers(sql, RULE.read(rule));
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(rule, { at: now, size });
    size.catch(() => this.#cache.delete(rule));
    return size;
  }
}
