import { causedBy, type Detector } from "./support/detector.ts";

export const missingBlockTime: Detector = {
  type: "missing_block_time",
  description:
    "The chain does not say when a transaction happened; it counts as of the nearest earlier slot with a time.",
  severities: ["info"],
  thresholds: [],
  start() {
    return {
      *see(transaction) {
        if (transaction.blockTime !== null) return;
        yield causedBy(transaction, {
          type: "missing_block_time",
          severity: "info",
          wallet: null,
          delta: null,
          details: {},
        });
      },
    };
  },
};
