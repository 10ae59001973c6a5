import { causedBy, type Detector } from "./support/detector.ts";

export const missingBlockTime: Detector = {
  type: "missing_block_time",
  description:
    "The chain gives no time for a transaction. The time of the nearest earlier slot with a time is used instead.",
  severities: ["info"],
  thresholds: [],
  start() {
    return {
      *visit(transaction) {
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
