import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ENTRY_ERRORS, postEntry } from "../../ledger/entries/index.ts";
import { findUserById } from "../../ledger/users/index.ts";
import type { Reward } from "../campaigns/index.ts";
import { countEarned } from "../days/index.ts";
import { addScore } from "../leaderboard/index.ts";
import type { Player } from "../players/index.ts";
import { findBalance, insertEntry, type TokenKind } from "./store.ts";

/** Why a balance of a player moves. */
export type Reason =
  | "miniapp.wheel"
  | "miniapp.grid"
  | "miniapp.item"
  | "miniapp.promo"
  | "miniapp.mission"
  | "miniapp.grant";

/** The one fact behind a movement, such as round:12:reward: it can move each balance once. */
export interface Cause {
  reason: Reason;
  cause: string;
}

/** Credits of these reasons count for the leaderboard. */
const SCORED: ReadonlySet<Reason> = new Set([
  "miniapp.wheel",
  "miniapp.grid",
  "miniapp.promo",
  "miniapp.mission",
]);

/** Largest balance of missiles or free spins. */
const MAX_TOKENS = 1e12;

/** Pays a reward to a player, in the caller's transaction. @throws Problem state_conflict past the largest balance */
export function payReward(tx: Tx, player: Player, { kind, amount }: Reward, cause: Cause): void {
  if (kind === "nothing" || amount === 0) return;
  if (kind !== "salutes") {
    moveTokens(tx, player, kind, amount, cause);
    return;
  }
  moveSalutes(tx, player, amount, cause);
  if (!SCORED.has(cause.reason)) return;
  addScore(tx, player.row, amount);
  countEarned(tx, player.row.id, amount);
}

/** Takes a price in hundredths of a salute. @throws Problem insufficient_balance */
export function takeSalutes(tx: Tx, player: Player, amount: number, cause: Cause): void {
  if (amount > 0) moveSalutes(tx, player, -amount, cause);
}

/** Takes missiles or free spins. @throws Problem insufficient_balance */
export function takeTokens(tx: Tx, player: Player, taken: { kind: TokenKind; amount: number } & Cause): void {
  moveTokens(tx, player, taken.kind, -taken.amount, taken);
}

/** The user is read anew: earlier movements of the same transaction count. */
function moveSalutes(tx: Tx, { houseId, row }: Player, delta: number, { cause, reason }: Cause): void {
  const user = findUserById(tx, houseId, row.user_id);
  if (user === null) throw new Error(`user ${row.user_id} is gone`);
  postEntry(tx, {
    user,
    partnerId: houseId,
    delta,
    reason,
    source: "miniapp",
    reference: { origin: "system", key: `miniapp:${cause}` },
  });
}

function moveTokens(tx: Tx, { row }: Player, kind: TokenKind, delta: number, cause: Cause): void {
  const before = findBalance(tx, row.id, kind);
  const after = before + delta;
  if (after < 0) {
    const name = kind === "missiles" ? "missiles" : "free spins";
    throw new Problem(ENTRY_ERRORS.insufficient_balance, `Get more ${name} first: ${before} are left.`, {
      extra: { balance: before },
    });
  }
  if (after > MAX_TOKENS)
    throw new Problem("state_conflict", `Use some first: a balance of ${kind} may reach ${MAX_TOKENS}.`);
  insertEntry(tx, {
    playerId: row.id,
    kind,
    delta,
    balance_after: after,
    reason: cause.reason,
    cause: cause.cause,
  });
}
