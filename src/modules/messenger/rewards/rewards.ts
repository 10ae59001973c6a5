import { type Static, Type } from "@sinclair/typebox";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { fromHundredths, MAX_AMOUNT, toHundredths } from "../../../kit/money.ts";
import { REWARD_KINDS, type RewardKind } from "../campaigns/index.ts";

/** A reward in requests. */
export const NewReward = Type.Object({
  kind: OneOf(REWARD_KINDS),
  amount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_AMOUNT,
      description:
        "Salutes with at most two decimals; missiles and free spins as whole numbers; 0 for nothing.",
    }),
  ),
});
export type NewReward = Static<typeof NewReward>;

const MAX_TOKENS = 1_000_000;

/**
 * A reward's amount in storage units: hundredths for salutes, otherwise whole numbers.
 * @throws Problem invalid_payload naming the field
 */
export function storedAmount({ kind, amount = 0 }: NewReward, field: string): number {
  if (kind === "nothing") {
    if (amount === 0) return 0;
    throw invalidPayload(field, "must be 0 or absent if kind is nothing");
  }
  if (kind === "salutes") {
    const units = toHundredths(amount);
    if (units !== null && units > 0) return units;
    throw invalidPayload(field, "must be a positive number of salutes with at most 2 decimals");
  }
  if (Number.isInteger(amount) && amount >= 1 && amount <= MAX_TOKENS) return amount;
  throw invalidPayload(field, `must be a whole number from 1 to ${MAX_TOKENS}`);
}

/** A stored amount as shown in responses. */
export function shownAmount(kind: RewardKind, units: number): number {
  return kind === "salutes" ? fromHundredths(units) : units;
}
