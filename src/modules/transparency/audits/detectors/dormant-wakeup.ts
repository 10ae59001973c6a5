import { DAY_MS, isoUtcOrNull } from "../../../../kit/clock.ts";
import { causedBy, count, type Detector, percentage } from "./support/detector.ts";
import { peopleOf } from "./support/people.ts";
import { leastOfShare, pctText } from "./support/share.ts";

const SHARE = percentage(
  "dormant_min_pct",
  0.1,
  "Share of the supply in per cent that the owner held at least.",
);
const DAYS = count("dormant_days", 180, "Days without a movement, all of them synced.", 3650);

export const dormantWakeup: Detector = {
  type: "dormant_wakeup",
  description:
    "A large owner that did not move for a long time sends. Pools and program accounts do not count.",
  severities: ["warn"],
  thresholds: [SHARE, DAYS],
  start(figures, threshold) {
    const isPerson = peopleOf(figures);
    const least = leastOfShare(figures.supply, threshold(SHARE.name));
    const slept = threshold(DAYS.name) * DAY_MS;
    const lastMovedAt = new Map(
      [...figures.watchedOwners].map(([owner, { lastMovedAt: at }]) => [owner, at] as const),
    );
    return {
      *see(transaction) {
        for (const { owner, delta, held } of transaction.owners) {
          const watched = figures.watchedOwners.get(owner);
          if (watched === undefined) continue;
          const last = lastMovedAt.get(owner) ?? null;
          lastMovedAt.set(owner, transaction.at);
          if (delta >= 0n || held < least) continue;
          const since = transaction.at - slept;
          const isAsleep = watched.knownSince <= since && (last === null || last <= since);
          if (!isAsleep || !isPerson(owner)) continue;
          yield causedBy(transaction, {
            type: "dormant_wakeup",
            severity: "warn",
            wallet: owner,
            delta,
            details: {
              last_moved_at: isoUtcOrNull(last),
              held_share_of_supply_pct: pctText(held, figures.supply),
            },
          });
        }
      },
    };
  },
};
