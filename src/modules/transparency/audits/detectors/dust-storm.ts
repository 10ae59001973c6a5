import { HOUR_MS } from "../../../../kit/clock.ts";
import { type Burst, BurstFinder, type Gauge } from "./support/bursts.ts";
import { count, type Detector, percentage } from "./support/detector.ts";
import { keyOwnerCheck } from "./support/key-owners.ts";
import { minimumForShare } from "./support/share.ts";
import { type BurstItem, burstFindings } from "./support/transaction-bursts.ts";
import { inferTransfers } from "./support/transfers.ts";

const SHARE = percentage(
  "dust_pct",
  0.000001,
  "Amounts below this share of the supply, in per cent, are dust.",
);
const RECIPIENTS = count(
  "dust_recipients",
  20,
  "Minimum number of owners that receive dust from one sender within an hour.",
);

interface Item extends BurstItem {
  recipients: string[];
}

export const dustStorm: Detector = {
  type: "dust_storm",
  description:
    "One owner sent tiny amounts to many owners within an hour. One row per burst, at its first transaction. Pools and program accounts are ignored.",
  severities: ["info"],
  thresholds: [SHARE, RECIPIENTS],
  start(figures, threshold) {
    const isKeyOwner = keyOwnerCheck(figures);
    const dustLimit = minimumForShare(figures.supply, threshold(SHARE.name));
    const minimum = threshold(RECIPIENTS.name);
    const bursts = new BurstFinder<Item>(HOUR_MS, minimum, () => keyOwnerGauge(minimum, isKeyOwner));
    const report = (found: Iterable<Burst<Item>>) => burstFindings("dust_storm", found, isKeyOwner);
    return {
      *visit(transaction) {
        const dust = inferTransfers(transaction).filter(({ amount }) => amount < dustLimit);
        for (const [sender, transfers] of Map.groupBy(dust, ({ from }) => from)) {
          const recipients = transfers.map(({ to }) => to);
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
 * Counts distinct recipients that own a key. The check takes 50 µs per owner, so it starts only once there are enough
 * recipients for a storm.
 */
function keyOwnerGauge(minimum: number, isKeyOwner: (owner: string) => boolean): Gauge<Item> {
  const times = new Map<string, number>();
  /** Null until there are enough recipients to check. */
  let keyOwners: Set<string> | null = null;
  const check = (owner: string) => {
    if (isKeyOwner(owner)) keyOwners?.add(owner);
  };
  return {
    get value() {
      if (times.size < minimum) return 0;
      if (keyOwners === null) {
        keyOwners = new Set();
        for (const owner of times.keys()) check(owner);
      }
      return keyOwners.size;
    },
    add: ({ recipients }) => {
      for (const owner of recipients) {
        const before = times.get(owner) ?? 0;
        times.set(owner, before + 1);
        if (before === 0 && keyOwners !== null) check(owner);
      }
    },
    remove: ({ recipients }) => {
      for (const owner of recipients) {
        const left = (times.get(owner) ?? 0) - 1;
        if (left > 0) {
          times.set(owner, left);
          continue;
        }
        times.delete(owner);
        keyOwners?.delete(owner);
      }
    },
  };
}
