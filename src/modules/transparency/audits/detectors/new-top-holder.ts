import { formatDecimal } from "../../../../kit/money.ts";
import type { Detector } from "./support/detector.ts";
import { formatPct } from "./support/share.ts";

const TOP_OWNERS = 10;

export const newTopHolder: Detector = {
  type: "new_top_holder",
  description:
    "An owner is among the 10 largest on the window's last day but was not on the day before the window. Named wallets are ignored.",
  severities: ["info"],
  thresholds: [],
  start({ lastDay, dayBefore, wallets, supply, decimals }) {
    return {
      *end() {
        if (lastDay === null || dayBefore === null) return;
        const before = new Set(dayBefore.owners.slice(0, TOP_OWNERS).map(({ owner }) => owner));
        const named = [wallets.treasury, wallets.reserve, wallets.lp, wallets.burn];
        for (const [index, { owner, amount }] of lastDay.owners.slice(0, TOP_OWNERS).entries()) {
          if (before.has(owner) || named.some((list) => list.has(owner))) continue;
          yield {
            signature: null,
            slot: lastDay.slot,
            blockTime: null,
            type: "new_top_holder",
            severity: "info",
            wallet: owner,
            delta: null,
            details: {
              rank: index + 1,
              amount: formatDecimal(amount, decimals),
              share_of_supply_pct: formatPct(amount, supply),
              day: lastDay.day,
              compared_with: dayBefore.day,
            },
          };
        }
      },
    };
  },
};
