import { pickLeast } from "../../../../kit/bigint.ts";
import { MINUTE_MS } from "../../../../kit/clock.ts";
import { causedBy, count, type Detector, percentage } from "./support/detector.ts";
import { keyOwnerCheck } from "./support/key-owners.ts";
import { formatPct, minimumForShare } from "./support/share.ts";
import { inferTransfers, type Transfer } from "./support/transfers.ts";

const SHARE = percentage(
  "loop_min_pct",
  0.1,
  "Minimum share of the supply that returns to its owner, in per cent.",
);
const MINUTES = count(
  "loop_minutes",
  60,
  "Maximum time from the first to the last transfer of a loop, in minutes.",
);
const MAX_INTERMEDIARIES = 3;

interface TimedTransfer extends Transfer {
  at: number;
}

export const selfTransferLoop: Detector = {
  type: "self_transfer_loop",
  description:
    "A share of the supply returned to its owner through at most 3 other owners. One row for the owner, at the returning transaction. Pools and program accounts are ignored.",
  severities: ["warn"],
  thresholds: [SHARE, MINUTES],
  start(figures, threshold) {
    const isKeyOwner = keyOwnerCheck(figures);
    const minimum = minimumForShare(figures.supply, threshold(SHARE.name));
    const spanMs = threshold(MINUTES.name) * MINUTE_MS;
    const recent: TimedTransfer[] = [];
    /** The key owner check is slow, so it runs only if tokens returned at all. */
    const returnPath = (last: Transfer): Path => {
      if (!recent.some(({ from }) => from === last.to)) return NO_PATH;
      if (widestPath(recent, last).amount === 0n || !isKeyOwner(last.to) || !isKeyOwner(last.from))
        return NO_PATH;
      return widestPath(
        recent.filter(({ from, to }) => isKeyOwner(from) && isKeyOwner(to)),
        last,
      );
    };
    return {
      *visit(transaction) {
        const { at } = transaction;
        const transfers = inferTransfers(transaction).filter(
          ({ amount }) => amount >= minimum && amount > 0n,
        );
        if (transfers.length === 0) return;
        const firstInSpan = recent.findIndex((each) => at - each.at <= spanMs);
        recent.splice(0, firstInSpan === -1 ? recent.length : firstInSpan);
        for (const [owner, returning] of Map.groupBy(transfers, ({ to }) => to)) {
          const path = returning
            .map(returnPath)
            .reduce((widest, each) => (each.amount > widest.amount ? each : widest));
          if (path.amount === 0n) continue;
          yield causedBy(transaction, {
            type: "self_transfer_loop",
            severity: "warn",
            wallet: owner,
            delta: path.amount,
            details: {
              others: path.intermediaries,
              share_of_supply_pct: formatPct(path.amount, figures.supply),
            },
          });
        }
        for (const transfer of transfers) recent.push({ ...transfer, at });
      },
    };
  },
};

interface Path {
  /** The smallest amount on the path in base units; 0 if there is no path. */
  amount: bigint;
  intermediaries: number;
}

const NO_PATH: Path = { amount: 0n, intermediaries: 0 };

/**
 * Returns the widest path that `returning` closes: from its recipient through at most three intermediaries back to the
 * recipient. Of equally wide paths the shortest wins. One pass over the transfers in chronological order finds it.
 */
function widestPath(recent: readonly TimedTransfer[], returning: Transfer): Path {
  const owner = returning.to;
  // Widest amount from the owner to each holder, indexed by the number of intermediaries before that holder.
  const reached = new Map<string, bigint[]>();
  for (const { from, to, amount } of recent) {
    if (to === owner) continue;
    const incoming = from === owner ? [amount] : [0n, ...(reached.get(from) ?? [])];
    const known = reached.get(to) ?? [];
    for (let hops = 0; hops < Math.min(incoming.length, MAX_INTERMEDIARIES); hops++) {
      const width = pickLeast([incoming[hops] ?? 0n, amount]);
      if (width > (known[hops] ?? 0n)) known[hops] = width;
      else known[hops] ??= 0n;
    }
    if (known.length > 0) reached.set(to, known);
  }
  const best: Path = { ...NO_PATH };
  for (const [hops, width] of (reached.get(returning.from) ?? []).entries()) {
    const amount = pickLeast([width, returning.amount]);
    if (amount > best.amount) Object.assign(best, { amount, intermediaries: hops + 1 });
  }
  return best;
}
