import { MINUTE_MS } from "../../../../kit/clock.ts";
import { type Burst, BurstFinder, itemGauge } from "./support/bursts.ts";
import { count, type Detector, type Finding } from "./support/detector.ts";
import type { FailedMinute } from "./support/input.ts";

const COUNT = count("failed_burst_count", 20, "Minimum number of failed transactions within 5 minutes.");
const SPAN_MS = 5 * MINUTE_MS;

type Item = FailedMinute & { at: number };

export const failedBurst: Detector = {
  type: "failed_burst",
  description:
    "Many transactions that name the mint failed within 5 minutes, counted per minute. One row per burst, at its first minute.",
  severities: ["warn"],
  thresholds: [COUNT],
  start({ failedMinutes }, threshold) {
    return {
      *end() {
        const weightOf = ({ count: failed }: Item) => failed;
        const bursts = new BurstFinder<Item>(SPAN_MS, threshold(COUNT.name), () => itemGauge(weightOf));
        const found: Burst<Item>[] = [];
        for (const each of failedMinutes) found.push(...bursts.add("", { ...each, at: each.minute }));
        found.push(...bursts.end());
        for (const { first, last } of found) yield finding(first, last, failedMinutes);
      },
    };
  },
};

function finding(first: Item, last: Item, minutes: readonly FailedMinute[]): Finding {
  const failed = minutes
    .filter(({ minute }) => minute >= first.minute && minute <= last.minute)
    .reduce((sum, each) => sum + each.count, 0);
  return {
    signature: null,
    slot: first.firstSlot,
    blockTime: first.minute,
    type: "failed_burst",
    severity: "warn",
    wallet: null,
    delta: null,
    details: { failed, minutes: (last.minute - first.minute) / MINUTE_MS + 1 },
  };
}
