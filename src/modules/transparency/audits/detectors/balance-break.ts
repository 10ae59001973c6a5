import { formatDecimal } from "../../../../kit/money.ts";
import { causedBy, type Detector, type Finding } from "./detector.ts";
import type { AccountChange, AuditTransaction } from "./input.ts";

interface Step {
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
    let steps = new Map<string, Step[]>();
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

/** Puts a slot's steps of one account into order, and tells where they break off. */
function follow(
  last: bigint | null,
  steps: readonly Step[],
): { breaks: { step: Step; expected: bigint }[]; post: bigint | null } {
  const [first] = steps;
  if (first === undefined) return { breaks: [], post: last };
  const start = last ?? startOf(steps);
  const trail = trailFrom(start, steps);
  if (trail !== null) return { breaks: [], post: trail };
  const breaks: { step: Step; expected: bigint }[] = [];
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

/** Where a trail over all steps must begin: the balance that steps leave more often than they reach, else the first. */
function startOf(steps: readonly Step[]): bigint {
  const balance = new Map<bigint, number>();
  for (const { change } of steps) {
    balance.set(change.pre, (balance.get(change.pre) ?? 0) + 1);
    balance.set(change.post, (balance.get(change.post) ?? 0) - 1);
  }
  const found = [...balance].find(([, times]) => times > 0);
  return found?.[0] ?? steps[0]?.change.pre ?? 0n;
}

/** Where a trail over every step ends that begins here, pre meeting post; null where there is none (Hierholzer). */
function trailFrom(start: bigint, steps: readonly Step[]): bigint | null {
  const leaving = new Map<bigint, bigint[]>();
  for (const { change } of steps.toReversed()) {
    const posts = leaving.get(change.pre) ?? [];
    posts.push(change.post);
    leaving.set(change.pre, posts);
  }
  const stack = [start];
  const trail: bigint[] = [];
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const post = leaving.get(at)?.pop();
    if (post !== undefined) stack.push(post);
    else {
      trail.push(at);
      stack.pop();
    }
  }
  if (trail.length !== steps.length + 1) return null;
  // Where no trail covers all, the walk above puts pieces together that do not meet.
  const pairs = trail.slice(1).map((pre, index) => `${pre} ${trail[index]}`);
  const wanted = steps.map(({ change }) => `${change.pre} ${change.post}`);
  return pairs.sort().join() === wanted.sort().join() ? (trail[0] ?? null) : null;
}
