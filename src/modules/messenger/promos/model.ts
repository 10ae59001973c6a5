import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Text } from "../../../http/schema/shapes.ts";
import { AVAILABILITY, availabilityView, NEW_AVAILABILITY } from "../availability.ts";
import { RewardShape, rewardView } from "../balances/index.ts";
import { NewReward } from "../rewards/index.ts";
import type { PromoRow } from "./store.ts";

const CODE = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

export const PromoCode = Type.String({
  pattern: CODE,
  description: "The promo code; upper and lower case are alike.",
});

export const NewPromo = Type.Object({
  code: PromoCode,
  title: Text(120),
  reward: NewReward,
  max_claims: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1e9 }))),
  ...NEW_AVAILABILITY,
});
export type NewPromo = Static<typeof NewPromo>;

export const Promo = Type.Object({
  code: Type.String({ description: "The promo code, as players enter it." }),
  revision: Type.Integer({ description: "Revision of the promo, one higher with each change." }),
  title: Type.String({ description: "Title of the promo in one line." }),
  reward: RewardShape,
  max_claims: Nullable(Type.Integer(), { description: "Maximum number of claims; null without a limit." }),
  claims: Type.Integer({ description: "Number of claims." }),
  ...AVAILABILITY,
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
    ...availabilityView(row),
  };
}
