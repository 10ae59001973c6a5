import type { RowOf } from "../../../../db/row.ts";
import type { ledgerReversalItems, ledgerReversals } from "../../../../db/tables/desk/corrections.ts";
import type { ledgerEntries } from "../../../../db/tables/ledger.ts";
import type { users } from "../../../../db/tables/users.ts";
import { MAX_BALANCE_HUNDREDTHS } from "../../../../kit/money.ts";
import type { EntryLinks } from "../../entries/index.ts";

export type OnShortfall = RowOf<typeof ledgerReversals>["on_shortfall"];
export type ItemState = RowOf<typeof ledgerReversalItems>["state"];
type Why = NonNullable<RowOf<typeof ledgerReversalItems>["why"]>;

/** Facts of an entry by which it may be reversed or not. */
export interface ReversalFacts extends EntryLinks {
  deleted_at: number | null;
  is_conversion: 0 | 1;
  /** The reversal that has the entry already. */
  held_by: number | null;
}

/** Why an entry cannot be reversed, as the end of a sentence; null if it can be. */
export function describeRefusal(facts: ReversalFacts): string | null {
  if (facts.reverses !== null) return `it reverses entry ${facts.reverses}`;
  if (facts.is_conversion === 1) return "it belongs to a conversion, which is failed or settled instead";
  if (facts.reversed_by !== null) return `entry ${facts.reversed_by} reversed it`;
  if (facts.held_by !== null) return `it is part of reversal ${facts.held_by}`;
  if (facts.deleted_at !== null) return "its user is deleted";
  return null;
}

/** What becomes of an entry. Amounts in hundredths. */
export type Outcome =
  | { state: "reversed" | "partial"; delta: number; missing: number }
  | { state: "left"; why: Why; missing: number };

/** Decides on an entry by the user's present balance; `refuse` leaves an uncovered entry as `skip` does. */
export function decideOutcome(
  { delta, balance }: { delta: number; balance: number },
  onShortfall: OnShortfall,
): Outcome {
  const after = balance - delta;
  if (after > MAX_BALANCE_HUNDREDTHS) return { state: "left", why: "balance_limit", missing: 0 };
  if (after >= 0) return { state: "reversed", delta: -delta, missing: 0 };
  if (onShortfall === "partial" && balance > 0) return { state: "partial", delta: -balance, missing: -after };
  return { state: "left", why: "shortfall", missing: -after };
}

/** An entry of a selection, with its user's balance. */
export interface Candidate
  extends Pick<RowOf<typeof ledgerEntries>, "id" | "user_id" | "delta">,
    Pick<RowOf<typeof users>, "balance"> {
  partner: string;
}

/** The effect of a reversal on one user. Amounts in hundredths. */
export interface UserEffect {
  userId: number;
  partner: string;
  entries: number;
  before: number;
  after: number;
}

/** An entry that its user's balance does not cover. Amounts in hundredths. */
export interface Uncovered {
  userId: number;
  entryId: number;
  /** Before the entry would be reversed. */
  balance: number;
  missing: number;
}

export interface Foreseen {
  /** Sum of the amounts without sign. */
  total: number;
  /** The part of it that would be reversed. */
  moved: number;
  users: UserEffect[];
  shortfalls: Uncovered[];
  /** Entries whose reversal would pass the largest balance. */
  overLimit: number[];
}

/** The effects of a reversal if no balance changes before it. @param candidates newest first, as they are reversed */
export function foresee(candidates: readonly Candidate[], onShortfall: OnShortfall): Foreseen {
  const users = new Map<number, UserEffect>();
  const shortfalls: Uncovered[] = [];
  const overLimit: number[] = [];
  let total = 0;
  let moved = 0;
  for (const { id, user_id: userId, partner, delta, balance: before } of candidates) {
    const user = users.get(userId) ?? { userId, partner, entries: 0, before, after: before };
    const outcome = decideOutcome({ delta, balance: user.after }, onShortfall);
    if (outcome.missing > 0)
      shortfalls.push({ userId, entryId: id, balance: user.after, missing: outcome.missing });
    if (outcome.state === "left" && outcome.why === "balance_limit") overLimit.push(id);
    const change = outcome.state === "left" ? 0 : outcome.delta;
    users.set(userId, { ...user, entries: user.entries + 1, after: user.after + change });
    total += Math.abs(delta);
    moved += Math.abs(change);
  }
  return { total, moved, users: [...users.values()], shortfalls, overLimit };
}
