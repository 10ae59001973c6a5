import { type Static, Type } from "@sinclair/typebox";
import type { MissionView, NewMission } from "../../missions/index.ts";
import { type Entered, fieldOfInstant, instant, Loose, numeric } from "../parts.tsx";

const FIELDS = {
  title: Loose,
  description: Loose,
  goal_kind: Loose,
  goal_target: Loose,
  reward_kind: Loose,
  reward_amount: Loose,
  budget: Loose,
  per_player_cap: Loose,
  starts_at: Loose,
  ends_at: Loose,
  cooldown_seconds: Loose,
  per_hour: Loose,
  audience: Loose,
  shadow: Loose,
};

export const MissionForm = Type.Object({ mission_key: Loose, ...FIELDS });
export const MissionChangeForm = Type.Object({ revision: Loose, ...FIELDS });

type Fields = Static<typeof MissionForm>;

/** What a form says of a mission, for the operation's own shape to judge. */
export function missionOf(
  body: Omit<Fields, "mission_key">,
): Record<keyof Omit<NewMission, "mission_key" | "state">, unknown> {
  const rewardKind = body.reward_kind ?? "nothing";
  return {
    title: body.title ?? "",
    description: body.description ?? null,
    goal: { kind: body.goal_kind ?? "", target: numeric(body.goal_target) ?? "" },
    reward: { kind: rewardKind, amount: rewardKind === "nothing" ? 0 : (numeric(body.reward_amount) ?? 0) },
    window: { starts_at: instant(body.starts_at), ends_at: instant(body.ends_at) },
    audience: body.audience ?? null,
    per_player_cap: numeric(body.per_player_cap) ?? 1,
    budget: numeric(body.budget) ?? null,
    limits: {
      cooldown_seconds: numeric(body.cooldown_seconds) ?? 0,
      per_hour: numeric(body.per_hour) ?? null,
    },
    shadow: body.shadow === "1",
  };
}

/** Inputs by the fields of the API. */
export const MISSION_INPUTS: Record<string, string> = {
  "goal.kind": "goal_kind",
  "goal.target": "goal_target",
  "reward.kind": "reward_kind",
  "reward.amount": "reward_amount",
  "window.starts_at": "starts_at",
  "window.ends_at": "ends_at",
  "limits.cooldown_seconds": "cooldown_seconds",
  "limits.per_hour": "per_hour",
};

/** A mission as its form shows it. */
export function fieldsOf(mission: MissionView): Entered["values"] {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    title: mission.title,
    description: mission.description,
    goal_kind: mission.goal.kind,
    goal_target: text(mission.goal.target),
    reward_kind: mission.reward.kind,
    reward_amount: text(mission.reward.amount),
    budget: text(mission.budget),
    per_player_cap: text(mission.per_player_cap),
    starts_at: fieldOfInstant(mission.window.starts_at),
    ends_at: fieldOfInstant(mission.window.ends_at),
    cooldown_seconds: text(mission.limits.cooldown_seconds),
    per_hour: text(mission.limits.per_hour),
    audience: mission.audience ?? "",
    shadow: mission.shadow ? "1" : "",
    revision: String(mission.revision),
  };
}
