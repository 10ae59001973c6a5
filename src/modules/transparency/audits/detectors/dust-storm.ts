import { HOUR_MS, SECOND_MS } from "../../../../kit/clock.ts";
import { type Burst, Bursts, distinctGauge } from "./bursts.ts";
import { count, type Detector, type Finding, percentage } from "./detector.ts";
import { hopsOf } from "./hops.ts";
import { peopleOf } from "./people.ts";
import { isLessThanPct } from "./share.ts";

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
    const share = threshold(SHARE.name);
    const bursts = new Bursts<Item>(HOUR_MS, threshold(RECIPIENTS.name), () =>
      distinctGauge(({ recipients }) => recipients),
    );
    function* report(found: Iterable<Burst<Item>>): Generator<Finding> {
      for (const { key: owner, first, last, items } of found) {
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
        const dust = hopsOf(transaction).filter(({ amount }) => isLessThanPct(amount, figures.supply, share));
        for (const [sender, hops] of Map.groupBy(dust, ({ from }) => from)) {
          if (!isPerson(sender)) continue;
          const recipients = hops.map(({ to }) => to).filter(isPerson);
          if (recipients.length === 0) continue;
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
