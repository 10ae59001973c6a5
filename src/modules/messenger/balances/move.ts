import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { hundredths } from "../../../kit/money.ts";
import { ENTRY_ERRORS, postEntry } from "../../ledger/entries/index.ts";
import { findUserById } from "../../ledger/users/index.ts";
import type { Reward } from "../campaigns/index.ts";
import { countEarned, countSpent } from "../days/index.ts";
import { addScore } from "../leaderboard/index.ts";
import { requireWithinLimit } from "../limits/index.ts";
import type { Player } from "../players/index.ts";
import { findBalance, insertEntry, type TokenKind } from "./store.ts";

/** The ledger reason of an entry. */
export type Reason =
  | "miniapp.wheel"
  | "miniapp.grid"
  | "miniapp.item"
  | "miniapp.promo"
  | "miniapp.mission"
  | "miniapp.grant";

export interface Cause {
  reason: Reason;
  /** Unique per balance, such as round:12:reward: a cause changes each balance at most once. */
  cause: string;
}

/** Credits with these reasons count for the leaderboard. */
const SCORED: ReadonlySet<Reason> = new Set([
  "miniapp.wheel",
  "miniapp.grid",
  "miniapp.promo",
  "miniapp.mission",
]);

/** Maximum balance of missiles or free spins. */
const MAX_TOKENS = 1e12;

/** Credits a reward to a player. @throws Problem state_conflict above the maximum balance */
export function payReward(tx: Tx, player: Player, { kind, amount, reason, cause }: Reward & Cause): void {
  if (kind === "nothing" || amount === 0) return;
  if (kind !== "salutes") {
    postTokens(tx, player, { kind, delta: amount, reason, cause });
    return;
  }
  postSalutes(tx, player, { delta: amount, reason, cause });
  if (!SCORED.has(reason)) return;
  addScore(tx, player.row, amount);
  countEarned(tx, player.row.id, amount);
}

/** Spends salutes in games. @param debit amount in hundredths. @throws Problem limit_reached, insufficient_balance */
export function debitSalutes(tx: Tx, player: Player, debit: { amount: number } & Cause): void {
  const { amount, ...cause } = debit;
  if (amount === 0) return;
  requireWithinLimit(tx, player.row.id, amount);
  postSalutes(tx, player, { delta: -amount, ...cause });
  countSpent(tx, player.row.id, amount);
}

/** Debits missiles or free spins. @throws Problem insufficient_balance */
export function debitTokens(
  tx: Tx,
  player: Player,
  debit: { kind: TokenKind; amount: number } & Cause,
): void {
  const { amount, ...rest } = debit;
  postTokens(tx, player, { delta: -amount, ...rest });
}

/** Reads the user again, because the same transaction may have changed the balance. */
function postSalutes(
  tx: Tx,
  { houseId, row }: Player,
  { delta, reason, cause }: { delta: number } & Cause,
): void {
  const user = findUserById(tx, houseId, row.user_id);
  if (user === null) throw new Error(`user ${row.user_id} does not exist`);
  postEntry(tx, {
    user,
    partnerId: houseId,
    delta: hundredths(delta),
    reason,
    source: "miniapp",
    reference: { origin: "system", key: `miniapp:${cause}` },
  });
}

function postTokens(
  tx: Tx,
  { row }: Player,
  { kind, delta, reason, cause }: { kind: TokenKind; delta: number } & Cause,
): void {
  const before = findBalance(tx, row.id, kind);
  const after = before + delta;
  if (after < 0) {
    const name = kind === "missiles" ? "missiles" : "free spins";
    throw new Problem(ENTRY_ERRORS.insufficient_balance, `Get more ${name} first: ${before} are left.`, {
      extra: { balance: before },
    });
  }
  if (after > MAX_TOKENS)
    throw new Problem("state_conflict", `Spend some ${kind} first: the maximum balance is ${MAX_TOKENS}.`);
  insertEntry(tx, { playerId: row.id, kind, delta, balance_after: after, reason, cause });
}
