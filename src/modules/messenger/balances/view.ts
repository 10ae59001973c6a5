import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Described, OneOf } from "../../../http/schema/shapes.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { REWARD_KINDS, type Reward } from "../campaigns/index.ts";
import { findPlayer, type Player } from "../players/index.ts";

/** A reward in responses. */
export const RewardShape = Type.Object(
  {
    kind: OneOf(REWARD_KINDS, { description: "What the reward is paid in; nothing for none." }),
    amount: Type.Number({ description: "Amount of the reward in its kind; 0 if kind is nothing." }),
  },
  { title: "Reward", description: "What is paid: a kind and its amount." },
);

/** The balance fields of every response about games. */
export const BALANCE_FIELDS = {
  balances: Described(
    Type.Object(
      {
        salutes: Type.Number({ description: "The player's salutes." }),
        missiles: Type.Integer({ description: "Missiles for the grid." }),
        free_spins: Type.Integer({ description: "Free spins of the wheel." }),
      },
      { title: "PlayerBalances" },
    ),
    "The player's balances after this request.",
  ),
  missile_balance: Type.Integer({ description: "The player's missiles." }),
  free_spin_balance: Type.Integer({ description: "The player's free spins." }),
} as const;

const Balances = Type.Object(BALANCE_FIELDS);

/** A player's balances; zeros for null. */
export function toBalances(player: Player | null): Static<typeof Balances> {
  const missiles = player?.row.missiles ?? 0;
  const freeSpins = player?.row.free_spins ?? 0;
  const salutes = fromHundredths(player?.user.balance ?? 0);
  return {
    balances: { salutes, missiles, free_spins: freeSpins },
    missile_balance: missiles,
    free_spin_balance: freeSpins,
  };
}

/** The balances after the transaction's changes so far. */
export function balancesNow(sql: Sql, telegramId: number): Static<typeof Balances> {
  return toBalances(findPlayer(sql, telegramId));
}

export function rewardView({ kind, amount }: Reward): Static<typeof RewardShape> {
  return { kind, amount: kind === "salutes" ? fromHundredths(amount) : amount };
}
