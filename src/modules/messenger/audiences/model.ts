import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { BodyFlag, Described, Id, Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";

/** Keys of missions, campaigns and groups (contract section 16). */
const KEY_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

export const Key = Type.String({
  pattern: KEY_PATTERN,
  description: "Key of the group or campaign, unique among its kind.",
});

/** The `audience` field of campaigns, missions and promos. */
export const Audience = Nullable(Key, { description: "Key of an audience group; null for everybody." });

/** Most Telegram ids of a group. */
export const MAX_IDS = 10_000;
const MAX_CONDITIONS = 20;

/** Conditions, with the shape of their flags. */
function conditionShape<Flag extends TSchema>(flag: Flag) {
  return Type.Union([
    Type.Object({
      min_salutes: Type.Number({
        description: "Selects players with at least this many salutes.",
        minimum: 0,
        maximum: 1e12,
      }),
    }),
    Type.Object({ joined_after: Timestamp({ description: "Selects players who joined after this time." }) }),
    Type.Object({ wallet_verified: Described(flag, "Selects players with a verified wallet.") }),
    Type.Object({
      language: Type.String({
        description: "Selects players with this language.",
        pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$",
      }),
    }),
    Type.Object({ mission_done: Described(Key, "Selects players who completed this mission.") }),
    Type.Object({
      percent: Type.Number({
        description: "Selects this percentage of the players.",
        minimum: 0,
        maximum: 100,
      }),
      salt: Text(64, { description: "A different salt selects different players." }),
    }),
  ]);
}

/** A rule, with the shapes of flags and ids in it: requests take more spellings than answers use. */
function ruleShape<Flag extends TSchema, TelegramId extends TSchema>(flag: Flag, id: TelegramId) {
  const conditions = Type.Array(conditionShape(flag), { minItems: 1, maxItems: MAX_CONDITIONS });
  return Type.Union(
    [
      Type.Object({ all: Type.Literal(true, { description: "True selects every player." }) }),
      Type.Object({
        telegram_ids: Type.Array(id, {
          description: "Telegram's ids of players who always belong to the group.",
          maxItems: MAX_IDS,
        }),
      }),
      Type.Object({ any: Described(conditions, "Conditions of which at least one must hold.") }),
      Type.Object({ every: Described(conditions, "Conditions that must all hold.") }),
    ],
    {
      "x-expectation":
        "one of {all: true}, {telegram_ids: [ids]}, {any: [conditions]}, {every: [conditions]}, with at least one condition",
    },
  );
}

/** The rule as stored and shown. */
const Rule = ruleShape(Type.Boolean(), Type.Integer());

export const RULE = jsonColumn("messenger_audience_groups.rule", Rule);

export const NewAudienceGroup = Type.Object({
  key: Key,
  title: Text(120),
  rule: ruleShape(BodyFlag(), Id()),
  enabled: Type.Optional(
    BodyFlag({ description: "Whether the group is in use, true by default; a disabled group is empty." }),
  ),
  expected_revision: Type.Optional(
    Type.Integer({ minimum: 0, description: "The revision to replace; 0 for a new group." }),
  ),
});
export type NewAudienceGroup = Static<typeof NewAudienceGroup>;

export const AudienceGroup = Type.Object({
  key: Key,
  revision: Type.Integer({ description: "Revision of the group, one higher with each change." }),
  title: Type.String({ description: "Title of the group in one line." }),
  rule: Described(Rule, "The rule that selects the group's players."),
  enabled: Type.Boolean({ description: "Whether the group is in use; a disabled one is empty." }),
  size: Type.Integer({ description: "Number of players, up to one minute old." }),
  created_at: Timestamp({ description: "Time of creation." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
});
export type AudienceGroupView = Static<typeof AudienceGroup>;
