import { HOUR_MS, SECOND_MS } from "../../../../kit/clock.ts";
import { type Burst, Bursts, type Gauge } from "./support/bursts.ts";
import { count, type Detector, type Finding, percentage } from "./support/detector.ts";
import { hopsOf } from "./support/hops.ts";
import { peopleOf } from "./support/people.ts";
import { leastOfShare } from "./support/share.ts";

const SHARE = percentage(
  "dust_pct",
  0.000001,
  "Share of the supply in per cent below which an amount is dust.",
);
const RECIPIENTS = count("dust_recipients", 20, "Owners who received dust from one sender within an hour.");

interface Item {
  signature: string;
  slot: number;
  blockTime: number | null;
  at: number;
  recipients: string[];
}

export const dustStorm: Detector = {
  type: "dust_storm",
  description:
    "One owner sent tiny amounts to many owners within an hour; one row, at the first. Pools and program accounts do not count.",
  severities: ["info"],
  thresholds: [SHARE, RECIPIENTS],
  start(figures, threshold) {
    const isPerson = peopleOf(figures);
    const most = leastOfShare(figures.supply, threshold(SHARE.name));
    const mark = threshold(RECIPIENTS.name);
    const bursts = new Bursts<Item>(HOUR_MS, mark, () => peopleGauge(mark, isPerson));
    function* report(found: Iterable<Burst<Item>>): Generator<Finding> {
      for (const { key: owner, first, last, items } of found) {
        if (!isPerson(owner)) continue;
        const { signature, slot, blockTime } = first;
        yield {
          signature,
          slot,
          blockTime,
          type: "dust_storm",
          severity: "info",
          wallet: owner,
          delta: null,
          details: { transactions: items, seconds: (last.at - first.at) / SECOND_MS },
        };
      }
    }
    return {
      *see(transaction) {
        const dust = hopsOf(transaction).filter(({ amount }) => amount < most);
        for (const [sender, hops] of Map.groupBy(dust, ({ from }) => from)) {
          const recipients = hops.map(({ to }) => to);
          const { signature, slot, blockTime, at } = transaction;
          yield* report(bursts.add(sender, { signature, slot, blockTime, at, recipients }));
        }
      },
      *end() {
        yield* report(bursts.end());
      },
    };
  },
};

/**
 * Counts different recipients who are people. Whether somebody is takes 50 µs to tell: nobody is asked about before
 * enough recipients are there for a storm.
 */
function peopleGauge(mark: number, isPerson: (owner: string) => boolean): Gauge<Item> {
  const times = new Map<string, number>();
  /** Null until there were enough to ask about. */
  let people: Set<string> | null = null;
  const ask = (owner: string) => {
    if (isPerson(owner)) people?.add(owner);
  };
  return {
    get value() {
      if (times.size < mark) return 0;
      if (people === null) {
        people = new Set();
        for (const owner of times.keys()) ask(owner);
      }
      return people.size;
    },
    add: ({ recipients }) => {
      for (const owner of recipients) {
        const before = times.get(owner) ?? 0;
        times.set(owner, before + 1);
        if (before === 0 && people !== null) ask(owner);
      }
    },
    drop: ({ recipients }) => {
      for (const owner of recipients) {
        const left = (times.get(owner) ?? 0) - 1;
        if (left > 0) {
          times.set(owner, left);
          continue;
        }
        times.delete(owner);
        people?.delete(owner);
      }
    },
  };
}
