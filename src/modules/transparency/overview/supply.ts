import type { FiguresByKind } from "../../token/figures/index.ts";

const PARTS = [
  ["circulating", "circulating_supply"],
  ["treasury", "treasury_balance"],
  ["reserve", "reserve_balance"],
  ["burned", "burn_balance"],
] as const;

export interface SupplyPart {
  name: (typeof PARTS)[number][0];
  /** Whole tokens, as exact decimal text. */
  amount: string;
  /** Of the total supply, 0 to 1. */
  share: number;
}

/** The total supply by where it is. */
export function splitSupply(supply: FiguresByKind["public_stats"]): SupplyPart[] {
  const total = Number(supply.total_supply);
  return PARTS.map(([name, figure]) => ({
    name,
    amount: supply[figure],
    share: total === 0 ? 0 : Math.max(0, Number(supply[figure])) / total,
  }));
}
