import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { type DayWindow, dayWindowView, enumerateDays, WindowShape } from "../../../../http/input/window.ts";
import { Described, Nullable } from "../../../../http/schema/shapes.ts";
import { DAY_MS, HOUR_MS, utcDay } from "../../../../kit/clock.ts";
import { shownAmount } from "../../rewards/index.ts";
import { type DayFigures, listDays, sumDays } from "../enrollment-store.ts";
import { countDecisions, type DecisionCount } from "../event-store.ts";
import { DECISIONS } from "../rules.ts";
import type { MissionRow } from "../store.ts";

const Counts = Type.Record(Type.String(), Type.Integer());

export const Funnel = Type.Object(
  {
    eligible: Type.Integer({ description: "Players in the audience now." }),
    enrolled: Type.Integer({ description: "Players who first enrolled within the window." }),
    started: Type.Integer({ description: "Enrolled players with progress." }),
    completed: Type.Integer({ description: "Enrolled players who completed the mission." }),
    rewarded: Type.Integer({ description: "Enrolled players who got the reward." }),
  },
  { title: "MissionFunnel" },
);

export const MissionAnalytics = Type.Object({
  mission_key: Type.String({ description: "Key of the mission." }),
  window: Described(WindowShape, "The window that the figures cover."),
  funnel: Described(Funnel, "Number of players at each stage."),
  by_day: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
      enrolled: Type.Integer({ description: "Players enrolled that day." }),
      completed: Type.Integer({ description: "Missions completed that day." }),
      rewarded: Type.Integer({ description: "Number of rewards paid." }),
      paid: Type.Number({ description: "Sum of rewards paid that day, in the reward's unit." }),
    }),
    { description: "One row per UTC day." },
  ),
  rewards_paid: Type.Number({ description: "All-time total, in the reward's unit." }),
  budget_left: Nullable(Type.Number(), {
    description: "Rest of the budget in the reward's unit; null without a limit.",
  }),
  decisions: Described(Counts, "Number of decisions by code."),
  shadow_decisions: Described(Counts, "Decisions that were recorded but not enforced, by code."),
});

export type MissionAnalyticsView = Static<typeof MissionAnalytics>;

/** A mission's figures over a window. @param eligible number of players in its audience */
export function missionAnalytics(
  sql: Sql,
  mission: MissionRow,
  { window, eligible }: { window: DayWindow; eligible: number },
): Static<typeof MissionAnalytics> {
  const days = listDays(sql, mission.id, window.fromDay);
  const byDay = new Map(days.map((row) => [row.day, row]));
  const sum = (field: keyof DayFigures) => days.reduce((total, row) => total + row[field], 0);
  const decisions = countDecisions(sql, mission.id, Math.floor(window.from / HOUR_MS));
  const { budget, reward_kind, spent } = mission;
  return {
    mission_key: mission.mission_key,
    window: dayWindowView(window),
    funnel: {
      eligible,
      enrolled: sum("cohort_enrolled"),
      started: sum("cohort_started"),
      completed: sum("cohort_completed"),
      rewarded: sum("cohort_rewarded"),
    },
    by_day: enumerateDays(window).map((day) => {
      const row = byDay.get(day);
      return {
        day: utcDay(day * DAY_MS),
        enrolled: row?.enrolled ?? 0,
        completed: row?.completed ?? 0,
        rewarded: row?.rewarded ?? 0,
        paid: shownAmount(reward_kind, row?.paid ?? 0),
      };
    }),
    rewards_paid: shownAmount(reward_kind, spent),
    budget_left: budget === null ? null : shownAmount(reward_kind, budget - spent),
    decisions: byCode(decisions, 0),
    shadow_decisions: byCode(decisions, 1),
  };
}

/** Counts by decision. Enforced decisions include zeros. */
function byCode(rows: readonly DecisionCount[], isShadow: 0 | 1): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(
    isShadow === 0 ? DECISIONS.map((code) => [code, 0]) : [],
  );
  for (const row of rows) if (row.is_shadow === isShadow) counts[row.decision] = row.count;
  return counts;
}

export const MissionStats = Type.Object({
  mission_key: Type.String({ description: "Key of the mission." }),
  state: Type.String({ description: "State of the mission: draft, active or inactive." }),
  revision: Type.Integer({ description: "Revision of the mission, one higher with each change." }),
  enrollments: Type.Integer({ description: "All enrollments, including repeated ones." }),
  players: Type.Integer({ description: "Number of players." }),
  started: Type.Integer({ description: "Players with progress." }),
  completed: Type.Integer({ description: "All completions, including repeated ones." }),
  rewarded: Type.Integer({ description: "Number of rewards paid." }),
  completion_pct: Nullable(
    Type.Number({ description: "Completions per 100 enrollments, with two decimals." }),
  ),
  rewards_paid: Type.Number({ description: "Sum of all rewards paid, in the reward's unit." }),
  budget_left: Nullable(Type.Number(), {
    description: "Rest of the budget in the reward's unit; null without a limit.",
  }),
  decisions: Described(Counts, "Number of decisions by code."),
  shadow_decisions: Described(Counts, "Decisions that were recorded but not enforced, by code."),
  flagged: Type.Integer({ description: "Reports that counted and need a review." }),
});

/** A mission's all-time totals; decisions only for their retention period. */
export function missionStats(sql: Sql, mission: MissionRow): Static<typeof MissionStats> {
  const sums = sumDays(sql, mission.id);
  const decisions = countDecisions(sql, mission.id, 0);
  const { budget, reward_kind, spent } = mission;
  const counts = byCode(decisions, 0);
  return {
    mission_key: mission.mission_key,
    state: mission.state,
    revision: mission.revision,
    enrollments: sums.enrolled,
    players: sums.cohort_enrolled,
    started: sums.cohort_started,
    completed: sums.completed,
    rewarded: sums.rewarded,
    completion_pct: sums.enrolled === 0 ? null : Math.round((sums.completed / sums.enrolled) * 10_000) / 100,
    rewards_paid: shownAmount(reward_kind, spent),
    budget_left: budget === null ? null : shownAmount(reward_kind, budget - spent),
    decisions: counts,
    shadow_decisions: byCode(decisions, 1),
    flagged: counts.review ?? 0,
  };
}

/** Decisions about reports of all missions from an hour on, by code. */
export function decisionsSince(
  sql: Sql,
  fromHour: number,
): { enforced: Record<string, number>; shadow: Record<string, number> } {
  const rows = countDecisions(sql, null, fromHour);
  return { enforced: byCode(rows, 0), shadow: byCode(rows, 1) };
}
