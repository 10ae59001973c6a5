import { SECOND_MS } from "../../../../kit/clock.ts";
import { type Burst, BurstFinder, itemGauge } from "./support/bursts.ts";
import { count, type Detector } from "./support/detector.ts";
import { keyOwnerCheck } from "./support/key-owners.ts";
import { type BurstItem, burstFindings } from "./support/transaction-bursts.ts";

const COUNT = count("rapid_sequence_count", 10, "Minimum number of transactions of one owner in a burst.");
const SECONDS = count(
  "rapid_sequence_seconds",
  60,
  "Maximum time from the first to the last of these transactions, in seconds.",
);

export const rapidSequence: Detector = {
  type: "rapid_sequence",
  description:
    "An owner took part in many transactions within a short time. One row per burst, at its first transaction. Pools and program accounts are ignored.",
  severities: ["info"],
  thresholds: [COUNT, SECONDS],
  start(figures, threshold) {
    const isKeyOwner = keyOwnerCheck(figures);
    const seconds = threshold(SECONDS.name);
    const bursts = new BurstFinder<BurstItem>(seconds * SECOND_MS, threshold(COUNT.name), itemGauge);
    const report = (found: Iterable<Burst<BurstItem>>) => burstFindings("rapid_sequence", found, isKeyOwner);
    return {
      *visit({ signature, slot, blockTime, at, owners }) {
        const item = { signature, slot, blockTime, at };
        for (const { owner } of owners) yield* report(bursts.add(owner, item));
      },
      *end() {
        yield* report(bursts.end());
      },
    };
  },
};
