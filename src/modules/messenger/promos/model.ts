import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { Audience } from "../audiences/index.ts";
import { RewardShape, rewardView } from "../balances/index.ts";
import { NewReward } from "../rewards/index.ts";
import type { PromoRow } from "./store.ts";

const CODE = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

/** What a player types. */
export const PromoCode = Type.String({ pattern: CODE, description: "Case is ignored." });

export const NewPromo = Type.Object({
  code: PromoCode,
  title: Text(120),
  reward: NewReward,
  max_claims: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1e9 }))),
  audience: Type.Optional(Audience),
  starts_at: Type.Optional(Nullable(Timestamp())),
  ends_at: Type.Optional(Nullable(Timestamp())),
  enabled: Type.Optional(Type.Boolean({ description: "Default true." })),
  expected_revision: Type.Optional(
    Type.Integer({ minimum: 0, description: "The revision that this replaces; 0 for a new one." }),
  ),
});
export type NewPromo = Static<typeof NewPromo>;

export const Promo = Type.Object({
  code: Type.String(),
  revision: Type.Integer(),
  title: Type.String(),
  reward: RewardShape,
  max_claims: Nullable(Type.Integer()),
  claims: Type.Integer(),
  audience: Nullable(Type.String()),
  starts_at: Nullable(Timestamp()),
  ends_at: Nullable(Timestamp()),
  enabled: Type.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type PromoView = Static<typeof Promo>;

export function promoView(row: PromoRow): PromoView {
  return {
    code: row.code,
    revision: row.revision,
    title: row.title,
    reward: rewardView({ kind: row.reward_kind, amount: row.reward_amount }),
    max_claims: row.max_claims,
    claims: row.claims,
    audience: row.audience,
    starts_at: isoUtcOrNull(row.starts_at),
    ends_at: isoUtcOrNull(row.ends_at),
    enabled: row.enabled === 1,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}
