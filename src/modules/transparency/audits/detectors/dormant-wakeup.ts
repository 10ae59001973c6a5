import { DAY_MS, isoUtcOrNull } from "../../../../kit/clock.ts";
import { causedBy, count, type Detector, percentage } from "./support/detector.ts";
import { keyOwnerCheck } from "./support/key-owners.ts";
import { formatPct, minimumForShare } from "./support/share.ts";

const SHARE = percentage(
  "dormant_min_pct",
  0.1,
  "Minimum share of the supply held by the owner, in per cent.",
);
const MAX_DAYS = 3650;
const DAYS = {
  ...count("dormant_days", 180, "Minimum number of fully synced days without a movement."),
  max: MAX_DAYS,
};

export const dormantWakeup: Detector = {
  type: "dormant_wakeup",
  description:
    "A large owner sent tokens after a long time without any movement. Pools and program accounts are ignored.",
  severities: ["warn"],
  thresholds: [SHARE, DAYS],
  start(figures, threshold) {
    const isKeyOwner = keyOwnerCheck(figures);
    const minimumHeld = minimumForShare(figures.supply, threshold(SHARE.name));
    const dormantMs = threshold(DAYS.name) * DAY_MS;
    const lastMovedAt = new Map(
      [...figures.watchedOwners].map(([owner, { lastMovedAt: at }]) => [owner, at] as const),
    );
    return {
      *visit(transaction) {
        for (const { owner, delta, held } of transaction.owners) {
          const watched = figures.watchedOwners.get(owner);
          if (watched === undefined) continue;
          const last = lastMovedAt.get(owner) ?? null;
          lastMovedAt.set(owner, transaction.at);
          if (delta >= 0n || held < minimumHeld) continue;
          const since = transaction.at - dormantMs;
          const wasDormant = watched.knownSince <= since && (last === null || last <= since);
          if (!wasDormant || !isKeyOwner(owner)) continue;
          yield causedBy(transaction, {
            type: "dormant_wakeup",
            severity: "warn",
            wallet: owner,
            delta,
            details: {
              last_moved_at: isoUtcOrNull(last),
              held_share_of_supply_pct: formatPct(held, figures.supply),
            },
          });
        }
      },
    };
  },
};
