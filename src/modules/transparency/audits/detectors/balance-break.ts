import { formatDecimal } from "../../../../kit/money.ts";
import { endOfTrail, startOfTrail } from "../../../token/movements/index.ts";
import { causedBy, type Detector, type Finding } from "./support/detector.ts";
import type { AccountChange, AuditTransaction } from "./support/input.ts";

interface Step {
  change: AccountChange;
  transaction: AuditTransaction;
}

export const balanceBreak: Detector = {
  type: "balance_break",
  description:
    "The balance of a watched account before a transaction differs from its balance after the last known one. Either our history has a gap, or an RPC node returned wrong data.",
  severities: ["warn"],
  thresholds: [],
  start({ lastPosts, decimals }) {
    const known = new Map(lastPosts);
    /** Changes of watched accounts in the current slot. Their order follows from matching each pre to a post. */
    let slot = -1;
    let steps = new Map<string, Step[]>();
    function* closeSlot(): Generator<Finding> {
      for (const [account, found] of steps) {
        const { breaks, post } = orderSteps(known.get(account) ?? null, found);
        known.set(account, post);
        for (const { step, expected } of breaks) yield finding(step, expected, decimals);
      }
      steps = new Map();
    }
    return {
      *visit(transaction) {
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

function finding({ change, transaction }: Step, expected: bigint, decimals: number): Finding {
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

/** Orders one account's steps within a slot. Returns the breaks in the chain of balances, and the final balance. */
function orderSteps(
  last: bigint | null,
  steps: readonly Step[],
): { breaks: { step: Step; expected: bigint }[]; post: bigint | null } {
  const [first] = steps;
  if (first === undefined) return { breaks: [], post: last };
  const moves = steps.map(({ change }) => change);
  const start = last ?? startOfTrail(moves);
  const trail = endOfTrail(start, moves);
  if (trail !== null) return { breaks: [], post: trail };
  const breaks: { step: Step; expected: bigint }[] = [];
  const remaining = [...steps];
  let current = start;
  while (remaining.length > 0) {
    const next = remaining.findIndex(({ change }) => change.pre === current);
    const [step] = remaining.splice(Math.max(0, next), 1);
    if (step === undefined) break;
    if (next === -1) breaks.push({ step, expected: current });
    current = step.change.post;
  }
  return { breaks, post: current };
}
