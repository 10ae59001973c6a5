export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The smallest value; `fallback` without values. */
export function pickLeast(values: Iterable<bigint>, fallback = 0n): bigint {
  let least: bigint | null = null;
  for (const value of values) if (least === null || value < least) least = value;
  return least ?? fallback;
}

/** The largest value; `fallback` without values. */
export function pickGreatest(values: Iterable<bigint>, fallback = 0n): bigint {
  let greatest: bigint | null = null;
  for (const value of values) if (greatest === null || value > greatest) greatest = value;
  return greatest ?? fallback;
}

/** The largest value that at least `count` of the values reach; null if there are fewer. */
export function reachedBy(values: readonly bigint[], count: number): bigint | null {
  const sorted = [...values].sort((a, b) => (a === b ? 0 : a > b ? -1 : 1));
  return sorted[count - 1] ?? null;
}
