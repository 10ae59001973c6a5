import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/problem.ts";
import { postEntry } from "../../ledger/entries/index.ts";
import type { Reward } from "../campaigns/index.ts";
import { countEarned } from "../days/index.ts";
import { addScore } from "../leaderboard/index.ts";
import { findPlayerOfId } from "../players/index.ts";
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
export function payReward(tx: Tx, playerId: number, { kind, amount }: Reward, cause: Cause): void {
  if (kind === "nothing" || amount === 0) return;
  if (kind !== "salutes") {
    moveTokens(tx, playerId, kind, amount, cause);
    return;
  }
  moveSalutes(tx, playerId, amount, cause);
  if (!SCORED.has(cause.reason)) return;
  addScore(tx, playerId, amount);
  countEarned(tx, playerId, amount);
}

/** Takes a price in hundredths of a salute. @throws Problem insufficient_balance */
export function takeSalutes(tx: Tx, playerId: number, amount: number, cause: Cause): void {
  if (amount > 0) moveSalutes(tx, playerId, -amount, cause);
}

/** Takes missiles or free spins. @throws Problem insufficient_balance */
export function takeTokens(
  tx: Tx,
  playerId: number,
  taken: { kind: TokenKind; amount: number } & Cause,
): void {
  moveTokens(tx, playerId, taken.kind, -taken.amount, taken);
}

/** The user is read anew: earlier movements of the same transaction count. */
function moveSalutes(tx: Tx, playerId: number, delta: number, { cause, reason }: Cause): void {
  const player = findPlayerOfId(tx, playerId);
  if (player === null) throw new Error(`player ${playerId} is gone`);
  postEntry(tx, {
    user: player.user,
    partnerId: player.houseId,
    delta,
    reason,
    source: "miniapp",
    reference: { origin: "system", key: `miniapp:${cause}` },
  });
}

function moveTokens(tx: Tx, playerId: number, kind: TokenKind, delta: number, cause: Cause): void {
  const before = findBalance(tx, playerId, kind);
  const after = before + delta;
  if (after < 0) {
    const name = kind === "missiles" ? "missiles" : "free spins";
    throw new Problem("insufficient_balance", `Get more ${name} first: ${before} are left.`, {
      extra: { balance: before },
    });
  }
  if (after > MAX_TOKENS)
    throw new Problem("state_conflict", `Use some first: a balance of ${kind} may reach ${MAX_TOKENS}.`);
  insertEntry(tx, {
    playerId,
    kind,
    delta,
    balance_after: after,
    reason: cause.reason,
    cause: cause.cause,
  });
}
