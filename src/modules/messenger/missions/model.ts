import { type Static, Type } from "@sinclair/typebox";
import { BodyFlag, Described, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { Audience, Key } from "../audiences/index.ts";
import { RewardShape } from "../balances/index.ts";
import { NewReward } from "../rewards/index.ts";
import { DECISIONS, MISSION_KINDS } from "./rules.ts";

const MissionKey = Described(Key, "Key of the mission.");

const MAX_TARGET = 1e9;

const Goal = Type.Object({
  kind: OneOf(MISSION_KINDS, {
    description: "What the player must do, such as rounds to play or salutes to earn.",
  }),
  target: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_TARGET,
    description:
      "How much of it completes the mission: a whole number; for salutes_earned, salutes with at most two decimals.",
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
  shadow: Type.Optional(BodyFlag({ description: "Whether limits are recorded but not enforced." })),
};

export const NewMission = Type.Object({
  mission_key: MissionKey,
  title: Text(120),
  goal: Described(Goal, "What completes the mission."),
  reward: NewReward,
  state: Type.Optional(
    OneOf(["draft", "active", "inactive"], { description: "State of the new mission; draft by default." }),
  ),
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

const Window = Type.Object({
  starts_at: Nullable(Timestamp(), { description: "Time at which the mission starts; null for no start." }),
  ends_at: Nullable(Timestamp(), { description: "Time at which the mission ends; null for no end." }),
});
const Limits = Type.Object({
  cooldown_seconds: Type.Integer({ description: "Minimum seconds between two counted events." }),
  per_hour: Nullable(Type.Integer(), { description: "Most counted events per hour; null without a limit." }),
});

/** A mission in operators' responses. */
export const Mission = Type.Object({
  mission_key: MissionKey,
  revision: Type.Integer({ description: "Revision of the mission, one higher with each change." }),
  state: OneOf(["draft", "active", "inactive"], {
    description:
      "State of the mission. draft: not published. active: open to players. inactive: closed; progress and rewards remain.",
  }),
  title: Type.String({ description: "Title of the mission in one line." }),
  description: Nullable(Type.String(), {
    description: "Description shown to players; null if there is none.",
  }),
  goal: Described(Goal, "What completes the mission."),
  reward: RewardShape,
  window: Described(Window, "When the mission runs."),
  audience: Nullable(Type.String(), { description: "Key of the audience group; null for everybody." }),
  per_player_cap: Type.Integer({ description: "Maximum completions per player." }),
  budget: Nullable(Type.Number(), {
    description: "Maximum total payout in the reward's unit; null without a limit.",
  }),
  budget_left: Nullable(Type.Number(), {
    description: "Rest of the budget in the reward's unit; null without a limit.",
  }),
  limits: Described(Limits, "Limits for reported events."),
  shadow: Type.Boolean({ description: "Whether limits are recorded but not enforced." }),
  created_at: Timestamp({ description: "Time of creation." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
});
export type MissionView = Static<typeof Mission>;

export const ProgressShape = Type.Object({
  value: Type.Number({ description: "Progress so far, in the goal's unit." }),
  target: Type.Number({ description: "Amount to reach, in the goal's unit." }),
  pct: Type.Integer({
    description: "Progress in per cent, rounded down; 100 only if the target is reached.",
  }),
});

const MISSION_FIELDS = {
  mission_key: MissionKey,
  title: Type.String({ description: "Title of the mission in one line." }),
  description: Nullable(Type.String(), {
    description: "Description shown to players; null if there is none.",
  }),
  goal: Described(Goal, "What completes the mission."),
  reward: RewardShape,
  window: Described(Window, "When the mission runs."),
  per_player_cap: Type.Integer({ description: "Maximum completions per player." }),
};

/** A mission open to a player. */
export const OpenMission = Type.Object({
  ...MISSION_FIELDS,
  enrolled: Type.Boolean({ description: "Whether the player takes part." }),
  times_done: Type.Integer({ description: "How often the player completed the mission." }),
  reportable: Type.Boolean({ description: "True if the app reports its events to missions/progress." }),
});

/** A mission with a player's enrollment. */
export const OwnMission = Type.Object({
  ...MISSION_FIELDS,
  state: OneOf(["active", "done"], {
    description: "State of the enrollment: active, or done once the mission is completed.",
  }),
  enrolled_at: Timestamp({ description: "Time of enrollment." }),
  completed_at: Nullable(Timestamp(), { description: "Time of completion; null before." }),
  open: Type.Boolean({
    description:
      "Whether the mission is open: active, within its window and with budget. Others no longer count.",
  }),
  progress: Described(ProgressShape, "The player's progress."),
});

export const Enrollment = Type.Object({
  mission_key: MissionKey,
  state: OneOf(["active", "done"], {
    description: "State of the enrollment: active, or done once the mission is completed.",
  }),
  turn: Type.Integer({ description: "Number of the player's enrollment in this mission, from 1." }),
  enrolled_at: Timestamp({ description: "Time of enrollment." }),
  completed_at: Nullable(Timestamp(), { description: "Time of completion; null before." }),
  progress: Described(ProgressShape, "The player's progress."),
});

export const DecisionShape = OneOf(DECISIONS);
