import type { Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { payReward } from "../balances/index.ts";
import { findPlayerOfId } from "../players/index.ts";
import {
  countDone,
  findActive,
  listCounting,
  type Undertaking,
  updateDone,
  updateProgress,
} from "./enrollment-store.ts";
import { insertEvent } from "./event-store.ts";
import { advance, coversReward, isOpen, type MissionKind } from "./rules.ts";
import { type MissionRow, takeBudget } from "./store.ts";

/** Something that a player did. */
export interface ProgressEvent {
  playerId: number;
  kind: MissionKind;
  /** How much of it; hundredths of a salute for salutes_earned. */
  amount: number;
  /** Unix milliseconds. */
  at: number;
  /** The fact behind it, unique per player: `round:12`. */
  key: string;
}

/**
 * Counts an event of the server in every mission that the player has taken on before it, in the caller's transaction: each
 * event once per mission, by its key. A mission that it finishes pays at once, and that reward may count in, finish and
 * pay the next ones: each is read when its turn comes.
 */
export function countProgress(tx: Tx, event: ProgressEvent): void {
  for (const id of listCounting(tx, event.playerId, event.kind)) {
    const undertaking = findActive(tx, id);
    if (undertaking === null) continue;
    const { enrollment, mission } = undertaking;
    if (event.at < enrollment.enrolled_at || !isOpen(mission, tx.now) || !coversReward(mission)) continue;
    countOnce(tx, undertaking, { ...event, key: `server:${keyOf(event)}` });
  }
}

/** A streak counts once per UTC day, whatever was played. */
function keyOf({ kind, at, key }: ProgressEvent): string {
  return kind === "streak_days" ? `day:${Math.floor(at / DAY_MS)}` : key;
}

/** Counts one event in one mission unless it counted before; returns whether it did, and whether that finished it. */
export function countOnce(
  tx: Tx,
  { enrollment, mission }: Undertaking,
  event: ProgressEvent & { isFlagged?: boolean },
): { isCounted: boolean; isDone: boolean } {
  const { playerId, key, amount, isFlagged = false } = event;
  if (!insertEvent(tx, { missionId: mission.id, playerId, key, amount, isFlagged }))
    return { isCounted: false, isDone: false };
  const before = { value: enrollment.value, lastDay: enrollment.last_day };
  const after = advance(before, event, mission.goal_target);
  updateProgress(tx, enrollment, after);
  const isDone = after.value >= mission.goal_target;
  if (isDone) finish(tx, { enrollment: { ...enrollment, value: after.value }, mission }, playerId);
  return { isCounted: true, isDone };
}

/** Completion and reward commit together. */
function finish(tx: Tx, { enrollment, mission }: Undertaking, playerId: number): void {
  if (!takeBudget(tx, mission))
    throw new Error(`mission ${mission.mission_key} has no budget for its reward`);
  updateDone(tx, enrollment, mission, enrollment.value);
  const isFirst = countDone(tx, playerId) === 1;
  payFor(tx, playerId, mission, enrollment.id);
  if (isFirst) countReferral(tx, playerId);
}

function payFor(tx: Tx, playerId: number, mission: MissionRow, enrollmentId: number): void {
  const { reward_kind: kind, reward_amount: amount } = mission;
  const player = findPlayerOfId(tx, playerId);
  if (player === null) throw new Error(`player ${playerId} is gone`);
  const key = `mission:${enrollmentId}`;
  payReward(tx, player, { kind, amount, reason: "miniapp.mission", cause: key });
  if (kind === "salutes") countProgress(tx, { playerId, kind: "salutes_earned", amount, at: tx.now, key });
}

/** The first mission that a player finishes counts for the one whose signed start parameter brought them. */
function countReferral(tx: Tx, playerId: number): void {
  const referrer = findPlayerOfId(tx, playerId)?.row.referred_by ?? null;
  if (referrer === null) return;
  const key = `referral:${playerId}`;
  countProgress(tx, { playerId: referrer, kind: "referrals", amount: 1, at: tx.now, key });
}
