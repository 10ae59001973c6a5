import type { Tx } from "../../../db/sql.ts";
import { HOUR_MS, SECOND_MS } from "../../../kit/clock.ts";
import type { Player } from "../players/index.ts";
import { countOnce } from "./count-progress.ts";
import { type EnrollmentRow, findNewestEnrollment, type Undertaking } from "./enrollment-store.ts";
import { addDecision, countEventsAfter, hasEvent, lastEventAt } from "./event-store.ts";
import { requireMission } from "./find-mission.ts";
import {
  coversReward,
  type Decision,
  decideReport,
  isOpen,
  isReportable,
  type MissionKind,
  type Ruling,
} from "./rules.ts";
import type { MissionRow } from "./store.ts";

export interface Report {
  missionKey: string;
  /** The app's own id of the event. */
  eventId: string;
  kind: string;
}

export interface Reported {
  decision: Decision;
  /** Null where the player is not in the mission. */
  undertaking: Undertaking | null;
}

/** Enough to tell any limit that may be set. */
const MOST_COUNTED = 100_000;

/**
 * Takes an event that the player's app reports: only what is allowed, or allowed for review, counts, and each once.
 * @throws Problem mission_not_found
 */
export function reportProgress(tx: Tx, player: Player, report: Report): Reported {
  const mission = requireMission(tx, report.missionKey);
  const enrollment = currentEnrollment(tx, mission, player.row.id);
  const key = `app:${report.eventId}`;
  const ruling = rule(tx, { mission, enrollment, playerId: player.row.id, key, kind: report.kind });
  note(tx, mission, player, report.kind, ruling);
  const counts = ruling.decision === "allowed" || ruling.decision === "review";
  if (enrollment === null) return { decision: ruling.decision, undertaking: null };
  if (counts) {
    const isFlagged = ruling.decision === "review";
    const event = { playerId: player.row.id, amount: 1, at: tx.now, key, isFlagged, kind: report.kind };
    countOnce(tx, { enrollment, mission }, { ...event, kind: event.kind as MissionKind });
  }
  const after = findNewestEnrollment(tx, mission.id, player.row.id) ?? enrollment;
  return { decision: ruling.decision, undertaking: { enrollment: after, mission } };
}

/** The enrolment that reports belong to: an active one, or the last of those that the player may have. */
function currentEnrollment(tx: Tx, mission: MissionRow, playerId: number): EnrollmentRow | null {
  const newest = findNewestEnrollment(tx, mission.id, playerId);
  if (newest === null || newest.state === "active") return newest;
  return newest.turn >= mission.per_player_cap ? newest : null;
}

interface Case {
  mission: MissionRow;
  enrollment: EnrollmentRow | null;
  playerId: number;
  key: string;
  kind: string;
}

function rule(tx: Tx, { mission, enrollment, playerId, key, kind }: Case): Ruling {
  const lastAt = lastEventAt(tx, mission.id, playerId);
  const countedWithin = (span: number) =>
    countEventsAfter(tx, mission.id, playerId, { after: tx.now - span, most: MOST_COUNTED });
  return decideReport({
    isEnrolled: enrollment !== null,
    isReportable: isReportable(kind, mission.goal_kind as MissionKind),
    isReplay: hasEvent(tx, mission.id, playerId, key),
    isCapReached: enrollment?.state === "done" || !isOpen(mission, tx.now) || !coversReward(mission),
    cooldownMs: mission.cooldown_seconds * SECOND_MS,
    perHour: mission.per_hour,
    sinceLastMs: lastAt === null ? null : tx.now - lastAt,
    countedLastHour: mission.per_hour === null ? 0 : countedWithin(HOUR_MS),
    countedLastSecond: countedWithin(SECOND_MS),
    shadow: mission.shadow === 1,
  });
}

function note(tx: Tx, mission: MissionRow, player: Player, kind: string, ruling: Ruling): void {
  const about = { missionId: mission.id, playerId: player.row.id, kind };
  addDecision(tx, { ...about, decision: ruling.decision, isShadow: false });
  if (ruling.shadowed !== null) addDecision(tx, { ...about, decision: ruling.shadowed, isShadow: true });
}
