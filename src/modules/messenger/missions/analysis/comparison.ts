import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import type { DayWindow } from "../../../../http/input/window.ts";
import { Described } from "../../../../http/schema/shapes.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import { findGroup, RULE, streamMembers } from "../../audiences/index.ts";
import { listMissions, type MissionRow } from "../store.ts";
import { figuresOfAll, figuresOfEnrolled, figuresOfOthers, type GroupFigures } from "./comparison-store.ts";

const GroupShape = Type.Object(
  {
    players: Type.Integer({ description: "Number of players." }),
    active_days: Type.Integer({ description: "Sum over all players of their days with play." }),
    salutes_earned: Type.Number({ description: "Sum of salutes earned by the players." }),
    active_days_per_player: Type.Number({ description: "Mean number of days on which a player was active." }),
    salutes_earned_per_player: Type.Number({ description: "Mean salutes earned per player." }),
  },
  { title: "MissionGroup" },
);

export const MissionComparison = Type.Object({
  mission_key: Type.String({ description: "Key of the mission." }),
  title: Type.String({ description: "Title of the mission in one line." }),
  state: Type.String({ description: "State of the mission: draft, active or inactive." }),
  enrolled: Described(GroupShape, "Players who enrolled in the mission."),
  eligible_not_enrolled: Described(GroupShape, "Players of the audience who are not enrolled."),
  causal: Type.Literal(false, {
    description:
      "Always false: players who enroll play more anyway, so a difference does not show an effect.",
  }),
});

const MAX_COMPARED = 50;

/** Compares enrolled with eligible, not enrolled players, for those of the newest 50 missions that are not drafts. */
export async function compareMissions(
  sql: Sql,
  window: DayWindow,
): Promise<Static<typeof MissionComparison>[]> {
  const missions = listMissions(sql, MAX_COMPARED).filter(({ state }) => state !== "draft");
  const compared: Static<typeof MissionComparison>[] = [];
  for (const mission of missions) {
    const enrolled = figuresOfEnrolled(sql, mission.id, window.fromDay);
    compared.push({
      mission_key: mission.mission_key,
      title: mission.title,
      state: mission.state,
      enrolled: groupView(enrolled),
      eligible_not_enrolled: groupView(await figuresOfNotEnrolled(sql, mission, { window, enrolled })),
      causal: false,
    });
  }
  return compared;
}

async function figuresOfNotEnrolled(
  sql: Sql,
  { id, audience }: MissionRow,
  { window: { fromDay }, enrolled }: { window: DayWindow; enrolled: GroupFigures },
): Promise<GroupFigures> {
  const others = { players: 0, active_days: 0, earned: 0 };
  if (audience === null) {
    add(others, figuresOfAll(sql, fromDay), 1);
    add(others, enrolled, -1);
    return others;
  }
  const group = findGroup(sql, audience);
  if (group === null || group.enabled === 0) return others;
  for await (const members of streamMembers(sql, RULE.read(group.rule)))
    add(
      others,
      figuresOfOthers(sql, { missionId: id, fromDay, playerIds: members.map((member) => member.id) }),
      1,
    );
  return others;
}

function add(sum: GroupFigures, more: GroupFigures, sign: 1 | -1): void {
  sum.players += sign * more.players;
  sum.active_days += sign * more.active_days;
  sum.earned += sign * more.earned;
}

function groupView({ players, active_days, earned }: GroupFigures): Static<typeof GroupShape> {
  const each = (sum: number) => (players === 0 ? 0 : Math.round((sum / players) * 100) / 100);
  return {
    players,
    active_days,
    salutes_earned: fromHundredths(earned),
    active_days_per_player: each(active_days),
    salutes_earned_per_player: each(fromHundredths(earned)),
  };
}
