import type { Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { payReward } from "../balances/index.ts";
import { findPlayerWithId } from "../players/index.ts";
import {
  countDone,
  findActiveParticipation,
  listActiveIds,
  type Participation,
  updateDone,
  updateProgress,
} from "./enrollment-store.ts";
import { insertEvent } from "./event-store.ts";
import { advance, coversReward, isOpen, type MissionKind } from "./rules.ts";
import { chargeBudget, type MissionRow } from "./store.ts";

/** A player's action that missions may count. */
export interface ProgressEvent {
  playerId: number;
  kind: MissionKind;
  /** Quantity; hundredths of a salute for salutes_earned. */
  amount: number;
  /** Unix milliseconds. */
  at: number;
  /** The cause, unique per player, such as `round:12`. */
  key: string;
}

/**
 * Counts a server event in every mission with an earlier enrollment of the player, in the caller's transaction, once per
 * mission and key. A completed mission pays at once, and its reward may count in further missions; therefore each mission
 * is read only when its turn comes.
 */
export function countProgress(tx: Tx, event: ProgressEvent): void {
  for (const id of listActiveIds(tx, event.playerId, event.kind)) {
    const participation = findActiveParticipation(tx, id);
    if (participation === null) continue;
    const { enrollment, mission } = participation;
    if (event.at < enrollment.enrolled_at || !isOpen(mission, tx.now) || !coversReward(mission)) continue;
    countOnce(tx, participation, { ...event, key: `server:${keyOf(event)}` });
  }
}

/** A streak counts at most once per UTC day. */
function keyOf({ kind, at, key }: ProgressEvent): string {
  return kind === "streak_days" ? `day:${Math.floor(at / DAY_MS)}` : key;
}

/** Counts an event in a mission unless its key counted before, and pays a completed mission. */
export function countOnce(
  tx: Tx,
  { enrollment, mission }: Participation,
  event: ProgressEvent & { isFlagged?: boolean },
): void {
  const { playerId, key, amount, isFlagged = false } = event;
  if (!insertEvent(tx, { missionId: mission.id, playerId, key, amount, isFlagged })) return;
  const before = { value: enrollment.value, lastDay: enrollment.last_day };
  const after = advance(before, event, mission.goal_target);
  updateProgress(tx, enrollment, after);
  if (after.value >= mission.goal_target)
    complete(tx, { enrollment: { ...enrollment, value: after.value }, mission }, playerId);
}

/** Completes a mission and pays its reward in one transaction. */
function complete(tx: Tx, { enrollment, mission }: Participation, playerId: number): void {
  if (!chargeBudget(tx, mission))
    throw new Error(`mission ${mission.mission_key} has no budget for its reward`);
  updateDone(tx, enrollment, mission);
  const isFirst = countDone(tx, playerId) === 1;
  payMissionReward(tx, mission, { playerId, enrollmentId: enrollment.id });
  if (isFirst) countReferral(tx, playerId);
}

function payMissionReward(
  tx: Tx,
  mission: MissionRow,
  { playerId, enrollmentId }: { playerId: number; enrollmentId: number },
): void {
  const { reward_kind: kind, reward_amount: amount } = mission;
  const player = findPlayerWithId(tx, playerId);
  if (player === null) throw new Error(`player ${playerId} does not exist`);
  const key = `mission:${enrollmentId}`;
  payReward(tx, player, { kind, amount, reason: "miniapp.mission", cause: key });
  if (kind === "salutes") countProgress(tx, { playerId, kind: "salutes_earned", amount, at: tx.now, key });
}

/** A player's first completed mission counts as a referral for the referrer from the signed start parameter. */
function countReferral(tx: Tx, playerId: number): void {
  const referrer = findPlayerWithId(tx, playerId)?.row.referred_by ?? null;
  if (referrer === null) return;
  const key = `referral:${playerId}`;
  countProgress(tx, { playerId: referrer, kind: "referrals", amount: 1, at: tx.now, key });
}
