import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/problem.ts";
import { OneOf } from "../../../http/shapes.ts";
import { fromHundredths, toHundredths } from "../../../kit/money.ts";
import { REWARD_KINDS, type RewardKind } from "../campaigns/index.ts";
import { findPlayer, type Player } from "../players/index.ts";

/** A reward as answers show it. */
export const Reward = Type.Object(
  { kind: OneOf(REWARD_KINDS), amount: Type.Number({ description: "0 for nothing." }) },
  { title: "Reward" },
);

const MAX_REWARD = 1e9;

/** A reward as operators write it. */
export const NewReward = Type.Object({
  kind: OneOf(REWARD_KINDS),
  amount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_REWARD,
      description:
        "Salutes with at most two decimals, missiles and free spins whole; 0 or unset for nothing.",
    }),
  ),
});

/** The balances that every game answer carries. */
export const BALANCE_FIELDS = {
  balances: Type.Object(
    { salutes: Type.Number(), missiles: Type.Integer(), free_spins: Type.Integer() },
    { title: "PlayerBalances" },
  ),
  missile_balance: Type.Integer(),
  free_spin_balance: Type.Integer(),
} as const;

const Balances = Type.Object(BALANCE_FIELDS);

/** A player's balances; zeros before there is one. */
export function balancesOf(player: Player | null): Static<typeof Balances> {
  const missiles = player?.row.missiles ?? 0;
  const freeSpins = player?.row.free_spins ?? 0;
  const salutes = fromHundredths(player?.user.balance ?? 0);
  return {
    balances: { salutes, missiles, free_spins: freeSpins },
    missile_balance: missiles,
    free_spin_balance: freeSpins,
  };
}

/** The balances as they are now, after what the transaction moved. */
export function balancesNow(sql: Sql, telegramId: number): Static<typeof Balances> {
  return balancesOf(findPlayer(sql, telegramId));
}

/** A reward as answers show it. */
export function rewardView(kind: RewardKind, amount: number): Static<typeof Reward> {
  return { kind, amount: amountOf(kind, amount) };
}

/** What is kept of an amount as a JSON number. */
export function amountOf(kind: RewardKind, kept: number): number {
  return kind === "salutes" ? fromHundredths(kept) : kept;
}

/**
 * An amount as it is kept: salutes in hundredths, missiles and free spins whole, 0 for nothing.
 * @throws Problem invalid_payload naming the field
 */
export function unitsOf({ kind, amount }: Static<typeof NewReward>, field: string): number {
  if (kind === "nothing") {
    if (amount === undefined || amount === 0) return 0;
    throw invalidPayload(field, "must be 0 for nothing");
  }
  if (kind === "salutes") {
    const hundredths = toHundredths(amount ?? 0);
    if (hundredths !== null) return hundredths;
    throw invalidPayload(field, "must be a positive number of salutes with at most 2 decimals");
  }
  if (amount !== undefined && Number.isInteger(amount) && amount > 0) return amount;
  throw invalidPayload(field, "must be a positive whole number");
}
