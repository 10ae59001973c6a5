import { causedBy, type Detector, percentage } from "./support/detector.ts";
import { absolute, leastOfShare, pctText } from "./support/share.ts";

const WARN = percentage(
  "large_transfer_warn_pct",
  1,
  "Share of the supply in per cent from which a change warns.",
);
const BAD = percentage("large_transfer_bad_pct", 5, "Share of the supply in per cent from which it is bad.");

export const largeTransfer: Detector = {
  type: "large_transfer",
  description: "One transaction changed what an owner holds by a large share of the supply.",
  severities: ["warn", "bad"],
  thresholds: [WARN, BAD],
  start({ supply }, threshold) {
    const warn = leastOfShare(supply, threshold(WARN.name));
    const bad = leastOfShare(supply, threshold(BAD.name));
    return {
      *see(transaction) {
        for (const { owner, delta } of transaction.owners) {
          const moved = absolute(delta);
          if (moved === 0n || !(moved >= warn || moved >= bad)) continue;
          yield causedBy(transaction, {
            type: "large_transfer",
            severity: moved >= bad ? "bad" : "warn",
            wallet: owner,
            delta,
            details: { share_of_supply_pct: pctText(moved, supply) },
          });
        }
      },
    };
  },
};
