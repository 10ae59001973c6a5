import { type Static, Type } from "@sinclair/typebox";
import type { MissionView, NewMission } from "../../missions/index.ts";
import { type EnteredForm, FormText, fieldOfIso, isoOfField, numberOrText } from "../parts.tsx";

const FIELDS = {
  title: FormText,
  description: FormText,
  goal_kind: FormText,
  goal_target: FormText,
  reward_kind: FormText,
  reward_amount: FormText,
  budget: FormText,
  per_player_cap: FormText,
  starts_at: FormText,
  ends_at: FormText,
  cooldown_seconds: FormText,
  per_hour: FormText,
  audience: FormText,
  shadow: FormText,
};

export const MissionForm = Type.Object({ mission_key: FormText, ...FIELDS });
export const MissionChangeForm = Type.Object({ revision: FormText, ...FIELDS });

type Fields = Static<typeof MissionForm>;

/** The request body for a form's values, not validated yet. */
export function missionBody(
  body: Omit<Fields, "mission_key">,
): Record<keyof Omit<NewMission, "mission_key" | "state">, unknown> {
  const rewardKind = body.reward_kind ?? "nothing";
  return {
    title: body.title ?? "",
    description: body.description ?? null,
    goal: { kind: body.goal_kind ?? "", target: numberOrText(body.goal_target) ?? "" },
    reward: {
      kind: rewardKind,
      amount: rewardKind === "nothing" ? 0 : (numberOrText(body.reward_amount) ?? 0),
    },
    window: { starts_at: isoOfField(body.starts_at), ends_at: isoOfField(body.ends_at) },
    audience: body.audience ?? null,
    per_player_cap: numberOrText(body.per_player_cap) ?? 1,
    budget: numberOrText(body.budget) ?? null,
    limits: {
      cooldown_seconds: numberOrText(body.cooldown_seconds) ?? 0,
      per_hour: numberOrText(body.per_hour) ?? null,
    },
    shadow: body.shadow === "1",
  };
}

/** Input names by API field. */
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

/** The form values of a mission. */
export function missionFormValues(mission: MissionView): EnteredForm["values"] {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    title: mission.title,
    description: mission.description ?? "",
    goal_kind: mission.goal.kind,
    goal_target: text(mission.goal.target),
    reward_kind: mission.reward.kind,
    reward_amount: text(mission.reward.amount),
    budget: text(mission.budget),
    per_player_cap: text(mission.per_player_cap),
    starts_at: fieldOfIso(mission.window.starts_at),
    ends_at: fieldOfIso(mission.window.ends_at),
    cooldown_seconds: text(mission.limits.cooldown_seconds),
    per_hour: text(mission.limits.per_hour),
    audience: mission.audience ?? "",
    shadow: mission.shadow ? "1" : "",
    revision: String(mission.revision),
  };
}
