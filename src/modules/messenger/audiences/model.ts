import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";

/** Keys of missions, campaigns and groups (contract section 16). */
const KEY_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

export const Key = Type.String({ pattern: KEY_PATTERN });

/** The `audience` field of campaigns, missions and promos. */
export const Audience = Nullable(Key, { description: "Key of an audience group; null: everybody." });

const MAX_IDS = 10_000;
const MAX_CONDITIONS = 20;

const Condition = Type.Union([
  Type.Object({ min_salutes: Type.Number({ minimum: 0, maximum: 1e12 }) }),
  Type.Object({ joined_after: Timestamp() }),
  Type.Object({ wallet_verified: Type.Boolean() }),
  Type.Object({ language: Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" }) }),
  Type.Object({ mission_done: Key }),
  Type.Object({
    percent: Type.Number({ minimum: 0, maximum: 100 }),
    salt: Text(64, { description: "A different salt selects different players." }),
  }),
]);

const Conditions = Type.Array(Condition, { minItems: 1, maxItems: MAX_CONDITIONS });

const AudienceRule = Type.Union(
  [
    Type.Object({ all: Type.Literal(true) }),
    Type.Object({
      telegram_ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        maxItems: MAX_IDS,
      }),
    }),
    Type.Object({ any: Conditions }),
    Type.Object({ every: Conditions }),
  ],
  {
    "x-expectation":
      "one of {all: true}, {telegram_ids: [ids]}, {any: [conditions]}, {every: [conditions]}, with at least one condition",
  },
);

export const NewAudienceGroup = Type.Object({
  key: Key,
  title: Text(120),
  rule: AudienceRule,
  enabled: Type.Optional(Type.Boolean({ description: "Default true. A disabled group is empty." })),
  expected_revision: Type.Optional(
    Type.Integer({ minimum: 0, description: "The revision to replace; 0 for a new group." }),
  ),
});
export type NewAudienceGroup = Static<typeof NewAudienceGroup>;

export const AudienceGroup = Type.Object({
  key: Key,
  revision: Type.Integer(),
  title: Type.String(),
  rule: AudienceRule,
  enabled: Type.Boolean(),
  size: Type.Integer({ description: "Number of players, up to one minute old." }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type AudienceGroupView = Static<typeof AudienceGroup>;
