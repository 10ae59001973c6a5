/** What a transaction did to an account: base units before and after. */
export interface Step {
  pre: bigint;
  post: bigint;
}

/**
 * Where an account's balance ends after all steps of a slot, whose order is that in which pre meets post; null where no
 * order begins at `start` and takes every step (Hierholzer).
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
  // Where no trail covers all, the walk above puts pieces together that do not meet.
  const pairs = trail.slice(1).map((pre, index) => `${pre} ${trail[index]}`);
  const wanted = steps.map(({ pre, post }) => `${pre} ${post}`);
  return pairs.sort().join() === wanted.sort().join() ? (trail[0] ?? null) : null;
}

/** Where a trail over all steps must begin: the balance that they leave more often than they reach, else the first. */
export function startOfTrail(steps: readonly Step[]): bigint {
  const times = new Map<bigint, number>();
  for (const { pre, post } of steps) {
    times.set(pre, (times.get(pre) ?? 0) + 1);
    times.set(post, (times.get(post) ?? 0) - 1);
  }
  const found = [...times].find(([, count]) => count > 0);
  return found?.[0] ?? steps[0]?.pre ?? 0n;
}

/** What an account holds after the steps of a slot that follow one another as far as they can, in the order given. */
export function lastPost(steps: readonly Step[]): bigint {
  const start = startOfTrail(steps);
  return endOfTrail(start, steps) ?? steps.at(-1)?.post ?? start;
}
