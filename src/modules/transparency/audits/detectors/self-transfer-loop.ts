import { leastOf } from "../../../../kit/bigint.ts";
import { MINUTE_MS } from "../../../../kit/clock.ts";
import { causedBy, count, type Detector, percentage } from "./detector.ts";
import { type Hop, hopsOf } from "./hops.ts";
import { peopleOf } from "./people.ts";
import { isAtLeastPct, pctText } from "./share.ts";

const SHARE = percentage("loop_min_pct", 0.1, "Share of the supply in per cent that comes back at least.");
const MINUTES = count("loop_minutes", 60, "Minutes from the first to the last transfer.");
const MOST_OTHERS = 3;

interface TimedHop extends Hop {
  at: number;
}

export const selfTransferLoop: Detector = {
  type: "self_transfer_loop",
  description:
    "A share of the supply returned to its owner through at most 3 others; one row for the owner, at the returning transaction. Pools and program accounts do not count.",
  severities: ["warn"],
  thresholds: [SHARE, MINUTES],
  start(figures, threshold) {
    const isPerson = peopleOf(figures);
    const share = threshold(SHARE.name);
    const spanMs = threshold(MINUTES.name) * MINUTE_MS;
    const recent: TimedHop[] = [];
    return {
      *see(transaction) {
        const { at } = transaction;
        const hops = hopsOf(transaction).filter(
          ({ from, to, amount }) =>
            isAtLeastPct(amount, figures.supply, share) && amount > 0n && isPerson(from) && isPerson(to),
        );
        if (hops.length === 0) return;
        const stale = recent.findIndex((hop) => at - hop.at <= spanMs);
        recent.splice(0, stale === -1 ? recent.length : stale);
        for (const [owner, returning] of Map.groupBy(hops, ({ to }) => to)) {
          const back = returning
            .map((hop) => widest(recent, owner, hop))
            .reduce((most, each) => (each.amount > most.amount ? each : most));
          if (back.amount === 0n) continue;
          yield causedBy(transaction, {
            type: "self_transfer_loop",
            severity: "warn",
            wallet: owner,
            delta: back.amount,
            details: { others: back.others, share_of_supply_pct: pctText(back.amount, figures.supply) },
          });
        }
        for (const hop of hops) recent.push({ ...hop, at });
      },
    };
  },
};

interface Way {
  /** The least amount on the way; 0 for no way. */
  amount: bigint;
  others: number;
}

/**
 * The way from the owner to the sender of the returning hop, at most three others long, whose least amount is the
 * greatest; of equal ones the shortest. One walk over the hops in their order finds it.
 */
function widest(recent: readonly TimedHop[], owner: string, returning: Hop): Way {
  // By holder, the most that reached them from the owner through so many hops.
  const reached = new Map<string, bigint[]>();
  for (const { from, to, amount } of recent) {
    if (to === owner) continue;
    const ways = from === owner ? [amount] : [0n, ...(reached.get(from) ?? [])];
    const known = reached.get(to) ?? [];
    for (let hops = 0; hops < Math.min(ways.length, MOST_OTHERS); hops++) {
      const through = ways[hops] ?? 0n;
      const least = leastOf([through, amount]);
      if (least > (known[hops] ?? 0n)) known[hops] = least;
      else known[hops] ??= 0n;
    }
    if (known.length > 0) reached.set(to, known);
  }
  const best: Way = { amount: 0n, others: 0 };
  for (const [hops, most] of (reached.get(returning.from) ?? []).entries()) {
    const amount = leastOf([most, returning.amount]);
    if (amount > best.amount) Object.assign(best, { amount, others: hops + 1 });
  }
  return best;
}
