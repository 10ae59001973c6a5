/** A transaction's effect on an account: base units before and after. */
export interface Step {
  pre: bigint;
  post: bigint;
}

/**
 * An account's balance after all steps of a slot, in the order in which each step's pre equals the previous post;
 * null if no order starts at `start` and uses every step (Hierholzer).
 */
export function endOfTrail(start: bigint, steps: readonly Step[]): bigint | null {
  const leaving = new Map<bigint, bigint[]>();
  for (const { pre, post } of steps.toReversed()) {
    const posts = leaving.get(pre) ?? [];
    posts.push(post);
    leaving.set(pre, posts);
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
  // Without a trail over all steps, the walk above joins pieces that do not match.
  const pairs = trail.slice(1).map((pre, index) => `${pre} ${trail[index]}`);
  const wanted = steps.map(({ pre, post }) => `${pre} ${post}`);
  return pairs.sort().join() === wanted.sort().join() ? (trail[0] ?? null) : null;
}

/**
 * The start of a trail over all steps: the balance that they leave more often than they reach, otherwise the first.
 */
export function startOfTrail(steps: readonly Step[]): bigint {
  const times = new Map<bigint, number>();
  for (const { pre, post } of steps) {
    times.set(pre, (times.get(pre) ?? 0) + 1);
    times.set(post, (times.get(post) ?? 0) - 1);
  }
  const found = [...times].find(([, count]) => count > 0);
  return found?.[0] ?? steps[0]?.pre ?? 0n;
}

/** An account's balance after the longest matching sequence of a slot's steps, in the given order. */
export function lastPost(steps: readonly Step[]): bigint {
  const start = startOfTrail(steps);
  return endOfTrail(start, steps) ?? steps.at(-1)?.post ?? start;
}
