import { formatDecimal } from "../../../../kit/money.ts";
import { endOfTrail, startOfTrail } from "../../../token/movements/index.ts";
import { causedBy, type Detector, type Finding } from "./support/detector.ts";
import type { AccountChange, AuditTransaction } from "./support/input.ts";

interface Seen {
  change: AccountChange;
  transaction: AuditTransaction;
}

export const balanceBreak: Detector = {
  type: "balance_break",
  description:
    "What a watched account held before a transaction is not what it held after the last known one: our history has a hole, or a node lies.",
  severities: ["warn"],
  thresholds: [],
  start({ lastPosts, decimals }) {
    const known = new Map(lastPosts);
    /** What happened to watched accounts in the slot at hand: a slot's order is that in which pre meets post. */
    let slot = -1;
    let steps = new Map<string, Seen[]>();
    function* closeSlot(): Generator<Finding> {
      for (const [account, found] of steps) {
        const { breaks, post } = follow(known.get(account) ?? null, found);
        known.set(account, post);
        for (const { step, expected } of breaks) yield finding(step, expected, decimals);
      }
      steps = new Map();
    }
    return {
      *see(transaction) {
        if (transaction.slot !== slot) yield* closeSlot();
        slot = transaction.slot;
        for (const change of transaction.changes) {
          if (!known.has(change.account)) continue;
          const found = steps.get(change.account) ?? [];
          found.push({ change, transaction });
          steps.set(change.account, found);
        }
      },
      *end() {
        yield* closeSlot();
      },
    };
  },
};

function finding({ change, transaction }: Seen, expected: bigint, decimals: number): Finding {
  return causedBy(transaction, {
    type: "balance_break",
    severity: "warn",
    wallet: change.ownerPre ?? change.ownerPost,
    delta: change.pre - expected,
    details: {
      account: change.account,
      expected: formatDecimal(expected, decimals),
      found: formatDecimal(change.pre, decimals),
    },
  });
}

/** Puts a slot's steps of one account into order, and tells where they break off. */
function follow(
  last: bigint | null,
  steps: readonly Seen[],
): { breaks: { step: Seen; expected: bigint }[]; post: bigint | null } {
  const [first] = steps;
  if (first === undefined) return { breaks: [], post: last };
  const moves = steps.map(({ change }) => change);
  const start = last ?? startOfTrail(moves);
  const trail = endOfTrail(start, moves);
  if (trail !== null) return { breaks: [], post: trail };
  const breaks: { step: Seen; expected: bigint }[] = [];
  const left = [...steps];
  let current = start;
  while (left.length > 0) {
    const next = left.findIndex(({ change }) => change.pre === current);
    const [step] = left.splice(Math.max(0, next), 1);
    if (step === undefined) break;
    if (next === -1) breaks.push({ step, expected: current });
    current = step.change.post;
  }
  return { breaks, post: current };
}
