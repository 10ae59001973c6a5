import { leastOf } from "../../../../kit/bigint.ts";
import { MINUTE_MS } from "../../../../kit/clock.ts";
import { causedBy, count, type Detector, percentage } from "./support/detector.ts";
import { type Hop, hopsOf } from "./support/hops.ts";
import { peopleOf } from "./support/people.ts";
import { leastOfShare, pctText } from "./support/share.ts";

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
    const least = leastOfShare(figures.supply, threshold(SHARE.name));
    const spanMs = threshold(MINUTES.name) * MINUTE_MS;
    const recent: TimedHop[] = [];
    /** Whether somebody is a person takes long to tell: only where tokens came back at all. */
    const wayBack = (hop: Hop): Way => {
      if (!recent.some(({ from }) => from === hop.to)) return NO_WAY;
      if (widest(recent, hop).amount === 0n || !isPerson(hop.to) || !isPerson(hop.from)) return NO_WAY;
      return widest(
        recent.filter(({ from, to }) => isPerson(from) && isPerson(to)),
        hop,
      );
    };
    return {
      *see(transaction) {
        const { at } = transaction;
        const hops = hopsOf(transaction).filter(({ amount }) => amount >= least && amount > 0n);
        if (hops.length === 0) return;
        const fresh = recent.findIndex((hop) => at - hop.at <= spanMs);
        recent.splice(0, fresh === -1 ? recent.length : fresh);
        for (const [owner, returning] of Map.groupBy(hops, ({ to }) => to)) {
          const back = returning
            .map(wayBack)
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

const NO_WAY: Way = { amount: 0n, others: 0 };

/**
 * The way from the owner, to whom a hop returns, to the hop's sender, at most three others long, whose least amount is the
 * greatest; of equal ones the shortest. One walk over the hops in their order finds it.
 */
function widest(recent: readonly TimedHop[], returning: Hop): Way {
  const owner = returning.to;
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
