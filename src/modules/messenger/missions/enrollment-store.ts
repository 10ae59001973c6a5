import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { missionDays, missionEnrollments } from "../../../db/tables/messenger/missions.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import type { MissionRow } from "./store.ts";

export type EnrollmentRow = RowOf<typeof missionEnrollments>;

/** The player's newest enrollment in a mission, active or done. */
export function findNewestEnrollment(sql: Sql, missionId: number, playerId: number): EnrollmentRow | null {
  return sql.get<EnrollmentRow>(
    "SELECT * FROM mission_enrollments WHERE mission_id = ? AND player_id = ? ORDER BY turn DESC LIMIT 1",
    missionId,
    playerId,
  );
}

/** The player's newest enrollment in each mission, by mission id. */
export function newestEnrollments(sql: Sql, playerId: number): Map<number, EnrollmentRow> {
  const rows = sql.all<EnrollmentRow>(
    "SELECT *, max(turn) FROM mission_enrollments WHERE player_id = ? GROUP BY mission_id",
    playerId,
  );
  return new Map(rows.map((row) => [row.mission_id, row]));
}

/** Whether an enrollment in a mission has at least this progress. @param value in the goal's unit; 0: any enrollment */
export function isReached(sql: Sql, missionId: number, value: number): boolean {
  const text = "SELECT id FROM mission_enrollments WHERE mission_id = ? AND value >= ? LIMIT 1";
  return sql.get<Pick<EnrollmentRow, "id">>(text, missionId, value) !== null;
}

/** An enrollment with its mission. */
export interface Participation {
  enrollment: EnrollmentRow;
  mission: MissionRow;
}

/** A player's enrollments in a state: the active ones newest first, those done by their completion, latest first. */
export function listParticipations(
  sql: Sql,
  playerId: number,
  { state, limit }: { state: EnrollmentRow["state"]; limit: number },
): Participation[] {
  return withMissions(
    sql,
    sql.all<EnrollmentRow>(
      `SELECT * FROM mission_enrollments WHERE player_id = ? AND state = ?
         ORDER BY completed_at DESC, id DESC LIMIT ?`,
      playerId,
      state,
      limit,
    ),
  );
}

/** Ids of a player's active enrollments in missions with this kind of goal. */
export function listActiveIds(sql: Sql, playerId: number, kind: string): number[] {
  return sql
    .all<{ id: number }>(
      `SELECT e.id FROM mission_enrollments e JOIN missions m ON m.id = e.mission_id
         WHERE e.player_id = ? AND e.state = 'active' AND m.goal_kind = ? ORDER BY e.id`,
      playerId,
      kind,
    )
    .map(({ id }) => id);
}

/** The current state of an active enrollment and its mission; null if it is done. */
export function findActiveParticipation(sql: Sql, id: number): Participation | null {
  const rows = sql.all<EnrollmentRow>(
    "SELECT * FROM mission_enrollments WHERE id = ? AND state = 'active'",
    id,
  );
  return withMissions(sql, rows)[0] ?? null;
}

function withMissions(sql: Sql, enrollments: EnrollmentRow[]): Participation[] {
  return enrollments.flatMap((enrollment) => {
    const mission = sql.get<MissionRow>("SELECT * FROM missions WHERE id = ?", enrollment.mission_id);
    return mission === null ? [] : [{ enrollment, mission }];
  });
}

export function insertEnrollment(
  tx: Tx,
  { missionId, playerId, turn }: { missionId: number; playerId: number; turn: number },
): void {
  tx.run(
    `INSERT INTO mission_enrollments (mission_id, player_id, turn, state, value, enrolled_at)
       VALUES (?, ?, ?, 'active', 0, ?)`,
    missionId,
    playerId,
    turn,
    tx.now,
  );
  addToDay(tx, { missionId, at: tx.now }, { enrolled: 1, cohort_enrolled: turn === 1 ? 1 : 0 });
}

export function updateProgress(
  tx: Tx,
  enrollment: EnrollmentRow,
  { value, lastDay }: { value: number; lastDay: number | null },
): void {
  tx.run(
    `UPDATE mission_enrollments SET value = ?, last_day = ?, started_at = coalesce(started_at, ?) WHERE id = ?`,
    value,
    lastDay,
    tx.now,
    enrollment.id,
  );
  if (enrollment.started_at === null && enrollment.turn === 1)
    addToDay(tx, { missionId: enrollment.mission_id, at: enrollment.enrolled_at }, { cohort_started: 1 });
}

/** Completes an enrollment with the reward that it paid. */
export function updateDone(tx: Tx, enrollment: EnrollmentRow, mission: MissionRow): void {
  tx.run(
    `UPDATE mission_enrollments SET state = 'done', value = ?, completed_at = ?, paid_kind = ?, paid_amount = ?
       WHERE id = ?`,
    enrollment.value,
    tx.now,
    mission.reward_kind,
    mission.reward_amount,
    enrollment.id,
  );
  const rewarded = mission.reward_kind === "nothing" ? 0 : 1;
  addToDay(
    tx,
    { missionId: mission.id, at: tx.now },
    { completed: 1, rewarded, paid: mission.reward_amount },
  );
  if (enrollment.turn === 1)
    addToDay(
      tx,
      { missionId: mission.id, at: enrollment.enrolled_at },
      { cohort_completed: 1, cohort_rewarded: rewarded },
    );
}

export type DayFigures = Pick<
  RowOf<typeof missionDays>,
  | "enrolled"
  | "completed"
  | "rewarded"
  | "paid"
  | "cohort_enrolled"
  | "cohort_started"
  | "cohort_completed"
  | "cohort_rewarded"
>;

const ZEROS: DayFigures = {
  enrolled: 0,
  completed: 0,
  rewarded: 0,
  paid: 0,
  cohort_enrolled: 0,
  cohort_started: 0,
  cohort_completed: 0,
  cohort_rewarded: 0,
};

function addToDay(
  tx: Tx,
  { missionId, at }: { missionId: number; at: number },
  figures: Partial<DayFigures>,
): void {
  const all = { ...ZEROS, ...figures };
  tx.run(
    `INSERT INTO mission_days (mission_id, day, enrolled, completed, rewarded, paid, cohort_enrolled, cohort_started,
       cohort_completed, cohort_rewarded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (mission_id, day) DO UPDATE SET enrolled = enrolled + excluded.enrolled,
       completed = completed + excluded.completed, rewarded = rewarded + excluded.rewarded,
       paid = paid + excluded.paid, cohort_enrolled = cohort_enrolled + excluded.cohort_enrolled,
       cohort_started = cohort_started + excluded.cohort_started,
       cohort_completed = cohort_completed + excluded.cohort_completed,
       cohort_rewarded = cohort_rewarded + excluded.cohort_rewarded`,
    missionId,
    Math.floor(at / DAY_MS),
    all.enrolled,
    all.completed,
    all.rewarded,
    all.paid,
    all.cohort_enrolled,
    all.cohort_started,
    all.cohort_completed,
    all.cohort_rewarded,
  );
}

/** A mission's daily figures from a day on, oldest first; days without figures are missing. */
export function listDays(sql: Sql, missionId: number, fromDay: number): (DayFigures & { day: number })[] {
  return sql.all(
    "SELECT * FROM mission_days WHERE mission_id = ? AND day >= ? ORDER BY day",
    missionId,
    fromDay,
  );
}

/** A mission's total figures. */
export function sumDays(sql: Sql, missionId: number): DayFigures {
  return (
    sql.get<DayFigures>(
      `SELECT coalesce(sum(enrolled), 0) AS enrolled, coalesce(sum(completed), 0) AS completed,
         coalesce(sum(rewarded), 0) AS rewarded, coalesce(sum(paid), 0) AS paid,
         coalesce(sum(cohort_enrolled), 0) AS cohort_enrolled, coalesce(sum(cohort_started), 0) AS cohort_started,
         coalesce(sum(cohort_completed), 0) AS cohort_completed, coalesce(sum(cohort_rewarded), 0) AS cohort_rewarded
       FROM mission_days WHERE mission_id = ?`,
      missionId,
    ) ?? ZEROS
  );
}

/** Number of missions that a player has completed, at most 2. */
export function countDone(sql: Sql, playerId: number): number {
  return (
    sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM mission_enrollments WHERE player_id = ? AND state = 'done' LIMIT 2)`,
      playerId,
    )?.count ?? 0
  );
}
