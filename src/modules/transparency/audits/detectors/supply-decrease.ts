import { groupSupplyChanges } from "./supply-change.ts";
import { causedBy, type Detector } from "./support/detector.ts";

export const supplyDecrease: Detector = {
  type: "supply_decrease",
  description: "Tokens were burned.",
  severities: ["info"],
  thresholds: [],
  start() {
    return {
      *visit(transaction) {
        for (const { owner, amount, accounts, authorities } of groupSupplyChanges(transaction, "burn")) {
          yield causedBy(transaction, {
            type: "supply_decrease",
            severity: "info",
            wallet: owner,
            delta: -amount,
            details: { accounts, burned_by: authorities },
          });
        }
      },
    };
  },
};
