import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { BodyFlag, Id, Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";

/** Keys of missions, campaigns and groups (contract section 16). */
const KEY_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

export const Key = Type.String({ pattern: KEY_PATTERN });

/** The `audience` field of campaigns, missions and promos. */
export const Audience = Nullable(Key, { description: "Key of an audience group; null: everybody." });

const MAX_IDS = 10_000;
const MAX_CONDITIONS = 20;

/** Conditions, with the shape of their flags. */
function conditionShape<Flag extends TSchema>(flag: Flag) {
  return Type.Union([
    Type.Object({ min_salutes: Type.Number({ minimum: 0, maximum: 1e12 }) }),
    Type.Object({ joined_after: Timestamp() }),
    Type.Object({ wallet_verified: flag }),
    Type.Object({ language: Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" }) }),
    Type.Object({ mission_done: Key }),
    Type.Object({
      percent: Type.Number({ minimum: 0, maximum: 100 }),
      salt: Text(64, { description: "A different salt selects different players." }),
    }),
  ]);
}

/** A rule, with the shapes of flags and ids in it: requests take more spellings than answers use. */
function ruleShape<Flag extends TSchema, TelegramId extends TSchema>(flag: Flag, id: TelegramId) {
  const conditions = Type.Array(conditionShape(flag), { minItems: 1, maxItems: MAX_CONDITIONS });
  return Type.Union(
    [
      Type.Object({ all: Type.Literal(true) }),
      Type.Object({
        telegram_ids: Type.Array(id, { maxItems: MAX_IDS }),
      }),
      Type.Object({ any: conditions }),
      Type.Object({ every: conditions }),
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
  enabled: Type.Optional(BodyFlag({ description: "Default true. A disabled group is empty." })),
  expected_revision: Type.Optional(
    Type.Integer({ minimum: 0, description: "The revision to replace; 0 for a new group." }),
  ),
});
export type NewAudienceGroup = Static<typeof NewAudienceGroup>;

export const AudienceGroup = Type.Object({
  key: Key,
  revision: Type.Integer(),
  title: Type.String(),
  rule: Rule,
  enabled: Type.Boolean(),
  size: Type.Integer({ description: "Number of players, up to one minute old." }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type AudienceGroupView = Static<typeof AudienceGroup>;
