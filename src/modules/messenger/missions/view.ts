import type { Static } from "@sinclair/typebox";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { rewardView } from "../balances/index.ts";
import { shownAmount } from "../rewards/index.ts";
import { missionTexts } from "../starter-texts/index.ts";
import type { EnrollmentRow, Participation } from "./enrollment-store.ts";
import type { Enrollment, MissionView, OpenMission, OwnMission, ProgressShape } from "./model.ts";
import { coversReward, isOpen, isReportable, type MissionKind, toPercent } from "./rules.ts";
import type { MissionRow } from "./store.ts";

export function missionView(row: MissionRow): MissionView {
  const { budget, spent } = row;
  return {
    mission_key: row.mission_key,
    revision: row.revision,
    state: row.state,
    ...definitionView(row),
    audience: row.audience,
    per_player_cap: row.per_player_cap,
    budget: budget === null ? null : shownAmount(row.reward_kind, budget),
    budget_left: budget === null ? null : shownAmount(row.reward_kind, budget - spent),
    limits: { cooldown_seconds: row.cooldown_seconds, per_hour: row.per_hour },
    shadow: row.shadow === 1,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}

/** An open mission for a player. @param newest the player's newest enrollment */
export function openMissionView(
  row: MissionRow,
  newest: EnrollmentRow | undefined,
  locale: Locale,
): Static<typeof OpenMission> {
  const isEnrolled = newest?.state === "active";
  return {
    mission_key: row.mission_key,
    ...definitionView(spoken(row, locale)),
    per_player_cap: row.per_player_cap,
    enrolled: isEnrolled,
    times_done: newest === undefined ? 0 : newest.turn - (isEnrolled ? 1 : 0),
    reportable: isReportable(row.goal_kind, row.goal_kind as MissionKind),
  };
}

/** A player's mission; a completed one shows the reward that it paid. */
export function ownMissionView(
  { enrollment, mission }: Participation,
  { locale, now }: { locale: Locale; now: number },
): Static<typeof OwnMission> {
  const { paid_kind, paid_amount } = enrollment;
  const paid = paid_kind === null ? null : rewardView({ kind: paid_kind, amount: paid_amount ?? 0 });
  return {
    mission_key: mission.mission_key,
    ...definitionView(spoken(mission, locale)),
    ...(paid === null ? {} : { reward: paid }),
    per_player_cap: mission.per_player_cap,
    state: enrollment.state,
    enrolled_at: isoUtc(enrollment.enrolled_at),
    completed_at: isoUtcOrNull(enrollment.completed_at),
    open: isOpen(mission, now) && coversReward(mission),
    progress: progressView(enrollment, mission),
  };
}

export function enrollmentView({ enrollment, mission }: Participation): Static<typeof Enrollment> {
  return {
    mission_key: mission.mission_key,
    state: enrollment.state,
    turn: enrollment.turn,
    enrolled_at: isoUtc(enrollment.enrolled_at),
    completed_at: isoUtcOrNull(enrollment.completed_at),
    progress: progressView(enrollment, mission),
  };
}

export function progressView(enrollment: EnrollmentRow, mission: MissionRow): Static<typeof ProgressShape> {
  const { value, state } = enrollment;
  const target = mission.goal_target;
  return {
    value: goalAmount(mission.goal_kind, value),
    target: goalAmount(mission.goal_kind, target),
    pct: state === "done" ? 100 : Math.min(99, toPercent(value, target)),
  };
}

/** A stored amount in the goal's unit. */
export function goalAmount(kind: string, units: number): number {
  return kind === "salutes_earned" ? fromHundredths(units) : units;
}

/** A mission with its texts in the player's language. */
function spoken(row: MissionRow, locale: Locale): MissionRow {
  return { ...row, ...missionTexts(row, locale) };
}

function definitionView(row: MissionRow) {
  return {
    title: row.title,
    description: row.description === "" ? null : row.description,
    goal: { kind: row.goal_kind as MissionKind, target: goalAmount(row.goal_kind, row.goal_target) },
    reward: rewardView({ kind: row.reward_kind, amount: row.reward_amount }),
    window: { starts_at: isoUtcOrNull(row.starts_at), ends_at: isoUtcOrNull(row.ends_at) },
  };
}
