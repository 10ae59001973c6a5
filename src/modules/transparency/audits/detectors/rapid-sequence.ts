import { SECOND_MS } from "../../../../kit/clock.ts";
import { type Burst, Bursts, itemGauge } from "./support/bursts.ts";
import { count, type Detector, type Finding } from "./support/detector.ts";
import { peopleOf } from "./support/people.ts";

const COUNT = count("rapid_sequence_count", 10, "Transactions of one owner from which they are a burst.");
const SECONDS = count("rapid_sequence_seconds", 60, "Seconds from the first to the last of them.");

interface Item {
  signature: string;
  slot: number;
  blockTime: number | null;
  at: number;
}

export const rapidSequence: Detector = {
  type: "rapid_sequence",
  description:
    "An owner took part in many transactions within a short time; one row per burst, at its first transaction. Pools and program accounts do not count.",
  severities: ["info"],
  thresholds: [COUNT, SECONDS],
  start(figures, threshold) {
    const isPerson = peopleOf(figures);
    const seconds = threshold(SECONDS.name);
    const bursts = new Bursts<Item>(seconds * SECOND_MS, threshold(COUNT.name), itemGauge);
    function* report(found: Iterable<Burst<Item>>): Generator<Finding> {
      for (const { key: owner, first, last, items } of found) {
        if (!isPerson(owner)) continue;
        const { signature, slot, blockTime } = first;
        yield {
          signature,
          slot,
          blockTime,
          type: "rapid_sequence",
          severity: "info",
          wallet: owner,
          delta: null,
          details: { transactions: items, seconds: (last.at - first.at) / SECOND_MS },
        };
      }
    }
    return {
      *see({ signature, slot, blockTime, at, owners }) {
        const item = { signature, slot, blockTime, at };
        for (const { owner } of owners) yield* report(bursts.add(owner, item));
      },
      *end() {
        yield* report(bursts.end());
      },
    };
  },
};
