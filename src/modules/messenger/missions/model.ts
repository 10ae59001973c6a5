import { type Static, Type } from "@sinclair/typebox";
import { BodyFlag, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { Audience, Key } from "../audiences/index.ts";
import { RewardShape } from "../balances/index.ts";
import { NewReward } from "../rewards/index.ts";
import { DECISIONS, MISSION_KINDS } from "./rules.ts";

const MissionKey = Key;

const MAX_TARGET = 1e9;

const Goal = Type.Object({
  kind: OneOf(MISSION_KINDS),
  target: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_TARGET,
    description: "A whole number; for salutes_earned, salutes with at most two decimals.",
  }),
});

const NewWindow = Type.Object({
  starts_at: Type.Optional(Nullable(Timestamp())),
  ends_at: Type.Optional(Nullable(Timestamp())),
});

const NewLimits = Type.Object({
  cooldown_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_592_000 })),
  per_hour: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
});

const OPTIONAL_FIELDS = {
  description: Type.Optional(Nullable(Text(1000))),
  window: Type.Optional(Nullable(NewWindow)),
  audience: Type.Optional(Audience),
  per_player_cap: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: "Maximum completions per player; default 1." }),
  ),
  budget: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 1e12 }), {
      description: "Maximum total payout in the reward's unit; null: no limit.",
    }),
  ),
  limits: Type.Optional(Nullable(NewLimits, { description: "Limits for reported events." })),
  shadow: Type.Optional(BodyFlag({ description: "Limits are recorded but not enforced." })),
};

export const NewMission = Type.Object({
  mission_key: MissionKey,
  title: Text(120),
  goal: Goal,
  reward: NewReward,
  state: Type.Optional(OneOf(["draft", "active", "inactive"], { description: "Default draft." })),
  ...OPTIONAL_FIELDS,
});
export type NewMission = Static<typeof NewMission>;

export const MissionPatch = Type.Object({
  title: Type.Optional(Text(120)),
  goal: Type.Optional(Goal),
  reward: Type.Optional(NewReward),
  ...OPTIONAL_FIELDS,
});
export type MissionPatch = Static<typeof MissionPatch>;

const Window = Type.Object({ starts_at: Nullable(Timestamp()), ends_at: Nullable(Timestamp()) });
const Limits = Type.Object({ cooldown_seconds: Type.Integer(), per_hour: Nullable(Type.Integer()) });

/** A mission in operators' responses. */
export const Mission = Type.Object({
  mission_key: MissionKey,
  revision: Type.Integer(),
  state: OneOf(["draft", "active", "inactive"]),
  title: Type.String(),
  description: Nullable(Type.String()),
  goal: Goal,
  reward: RewardShape,
  window: Window,
  audience: Nullable(Type.String()),
  per_player_cap: Type.Integer(),
  budget: Nullable(Type.Number()),
  budget_left: Nullable(Type.Number()),
  limits: Limits,
  shadow: Type.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type MissionView = Static<typeof Mission>;

export const ProgressShape = Type.Object({
  value: Type.Number({ description: "In the goal's unit." }),
  target: Type.Number(),
  pct: Type.Integer({ description: "100 only if the target is reached." }),
});

const MISSION_FIELDS = {
  mission_key: MissionKey,
  title: Type.String(),
  description: Nullable(Type.String()),
  goal: Goal,
  reward: RewardShape,
  window: Window,
  per_player_cap: Type.Integer(),
};

/** A mission open to a player. */
export const OpenMission = Type.Object({
  ...MISSION_FIELDS,
  enrolled: Type.Boolean(),
  times_done: Type.Integer(),
  reportable: Type.Boolean({ description: "True if the app reports its events to missions/progress." }),
});

/** A mission with a player's enrollment. */
export const OwnMission = Type.Object({
  ...MISSION_FIELDS,
  state: OneOf(["active", "done"]),
  enrolled_at: Timestamp(),
  completed_at: Nullable(Timestamp()),
  progress: ProgressShape,
});

export const Enrollment = Type.Object({
  mission_key: MissionKey,
  state: OneOf(["active", "done"]),
  turn: Type.Integer({ description: "1 for the first enrollment." }),
  enrolled_at: Timestamp(),
  completed_at: Nullable(Timestamp()),
  progress: ProgressShape,
});

export const DecisionShape = OneOf(DECISIONS);
