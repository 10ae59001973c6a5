import { absolute } from "../../../../kit/bigint.ts";
import { causedBy, type Detector, percentage } from "./support/detector.ts";
import { formatPct, minimumForShare } from "./support/share.ts";

const WARN = percentage(
  "large_transfer_warn_pct",
  1,
  "Changes of at least this share of the supply, in per cent, are of severity warn.",
);
const BAD = percentage(
  "large_transfer_bad_pct",
  5,
  "Changes of at least this share of the supply, in per cent, are of severity bad.",
);

export const largeTransfer: Detector = {
  type: "large_transfer",
  description: "One transaction changed an owner's balance by a large share of the supply.",
  severities: ["warn", "bad"],
  thresholds: [WARN, BAD],
  start({ supply }, threshold) {
    const warn = minimumForShare(supply, threshold(WARN.name));
    const bad = minimumForShare(supply, threshold(BAD.name));
    return {
      *visit(transaction) {
        for (const { owner, delta } of transaction.owners) {
          const moved = absolute(delta);
          if (moved === 0n || !(moved >= warn || moved >= bad)) continue;
          yield causedBy(transaction, {
            type: "large_transfer",
            severity: moved >= bad ? "bad" : "warn",
            wallet: owner,
            delta,
            details: { share_of_supply_pct: formatPct(moved, supply) },
          });
        }
      },
    };
  },
};
