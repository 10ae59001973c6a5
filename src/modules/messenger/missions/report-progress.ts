import type { Tx } from "../../../db/sql.ts";
import { HOUR_MS, SECOND_MS } from "../../../kit/clock.ts";
import type { Player } from "../players/index.ts";
import { countOnce } from "./count-progress.ts";
import { type EnrollmentRow, findNewestEnrollment, type Participation } from "./enrollment-store.ts";
import { addDecision, countEventsAfter, hasEvent, lastEventAt } from "./event-store.ts";
import {
  coversReward,
  type Decision,
  decideReport,
  isOpen,
  isReportable,
  type MissionKind,
  type ReportDecision,
} from "./rules.ts";
import { findMission, type MissionRow } from "./store.ts";

export interface Report {
  missionKey: string;
  /** The event id from the app. */
  eventId: string;
  kind: string;
}

export interface ReportResult {
  decision: Decision;
  /** Null if the player is not enrolled. */
  participation: Participation | null;
}

/** The maximum of per_hour: counting further is pointless. */
const MAX_COUNTED = 100_000;

/**
 * Decides an event reported by the player's app. Events decided `allowed` or `review` count, each once. Nobody is
 * enrolled in a mission that does not exist, nor before the first change.
 * @param player null before the first change
 */
export function reportProgress(tx: Tx, player: Player | null, report: Report): ReportResult {
  const mission = findMission(tx, report.missionKey);
  if (player === null || mission === null) return { decision: "not_enrolled", participation: null };
  const enrollment = currentEnrollment(tx, mission, player.row.id);
  const key = `app:${report.eventId}`;
  const ruling = decide(tx, { mission, enrollment, playerId: player.row.id, key, kind: report.kind });
  recordDecision(tx, { mission, player, kind: report.kind }, ruling);
  const counts = ruling.decision === "allowed" || ruling.decision === "review";
  if (enrollment === null) return { decision: ruling.decision, participation: null };
  if (counts) {
    const isFlagged = ruling.decision === "review";
    const event = { playerId: player.row.id, amount: 1, at: tx.now, key, isFlagged, kind: report.kind };
    countOnce(tx, { enrollment, mission }, { ...event, kind: event.kind as MissionKind });
  }
  const after = findNewestEnrollment(tx, mission.id, player.row.id) ?? enrollment;
  return { decision: ruling.decision, participation: { enrollment: after, mission } };
}

/** The enrollment that reports belong to: the active one, or the last one at per_player_cap. */
function currentEnrollment(tx: Tx, mission: MissionRow, playerId: number): EnrollmentRow | null {
  const newest = findNewestEnrollment(tx, mission.id, playerId);
  if (newest === null || newest.state === "active") return newest;
  return newest.turn >= mission.per_player_cap ? newest : null;
}

interface ReportContext {
  mission: MissionRow;
  enrollment: EnrollmentRow | null;
  playerId: number;
  key: string;
  kind: string;
}

function decide(tx: Tx, { mission, enrollment, playerId, key, kind }: ReportContext): ReportDecision {
  const lastAt = lastEventAt(tx, mission.id, playerId);
  const countedWithin = (span: number) =>
    countEventsAfter(tx, { missionId: mission.id, playerId }, { after: tx.now - span, max: MAX_COUNTED });
  return decideReport({
    isEnrolled: enrollment !== null,
    isReportable: isReportable(kind, mission.goal_kind as MissionKind),
    isReplay: hasEvent(tx, { missionId: mission.id, playerId, key }),
    isCapReached: enrollment?.state === "done" || !isOpen(mission, tx.now) || !coversReward(mission),
    cooldownMs: mission.cooldown_seconds * SECOND_MS,
    perHour: mission.per_hour,
    sinceLastMs: lastAt === null ? null : tx.now - lastAt,
    countedLastHour: mission.per_hour === null ? 0 : countedWithin(HOUR_MS),
    countedLastSecond: countedWithin(SECOND_MS),
    shadow: mission.shadow === 1,
  });
}

function recordDecision(
  tx: Tx,
  { mission, player, kind }: { mission: MissionRow; player: Player; kind: string },
  ruling: ReportDecision,
): void {
  const report = { missionId: mission.id, playerId: player.row.id, kind };
  addDecision(tx, { ...report, decision: ruling.decision, isShadow: false });
  if (ruling.shadowed !== null) addDecision(tx, { ...report, decision: ruling.shadowed, isShadow: true });
}
