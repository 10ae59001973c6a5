import type { Sql } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { type AudienceFacts, type AudienceRule, isTakenIn } from "./rules.ts";
import {
  countPlayers,
  findGroup,
  hasDoneMission,
  hasVerifiedWallet,
  listMembersAfter,
  type MemberRow,
} from "./store.ts";

const CHUNK = 2_000;

/** Players that a rule lets in, chunk by chunk, so that a million of them hold up nobody. */
export async function* membersOf(sql: Sql, rule: AudienceRule): AsyncGenerator<MemberRow[], void> {
  for (let after = 0; ; ) {
    const chunk = listMembersAfter(sql, after, CHUNK);
    yield chunk.filter((member) => isTakenIn(rule, memberFacts(sql, member)));
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

/** How many players a rule lets in. */
async function countMembers(sql: Sql, rule: AudienceRule): Promise<number> {
  if ("all" in rule) return countPlayers(sql);
  let count = 0;
  for await (const members of membersOf(sql, rule)) count += members.length;
  return count;
}

const KEEP_MS = MINUTE_MS;
const MAX_KEPT = 1_000;

/** Sizes of audiences, each kept for a minute: counting one may look at every player. */
export class AudienceSizes {
  readonly #kept = new Map<string, { at: number; size: Promise<number> }>();

  /** The size of an audience; null stands for everybody, an unknown or disabled group for nobody. */
  async of(sql: Sql, audience: string | null, now: number): Promise<number> {
    if (audience === null) return countPlayers(sql);
    const group = findGroup(sql, audience);
    if (group === null || group.enabled === 0) return 0;
    return this.ofRule(sql, group.rule, now);
  }

  /** @param rule as JSON */
  ofRule(sql: Sql, rule: string, now: number): Promise<number> {
    const kept = this.#kept.get(rule);
    if (kept !== undefined && now >= kept.at && now - kept.at < KEEP_MS) return kept.size;
    const size = countMembers(sql, JSON.parse(rule) as AudienceRule);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(rule, { at: now, size });
    size.catch(() => this.#kept.delete(rule));
    return size;
  }
}
