/** Lengths of runs of consecutive days. */
export interface Streak {
  /** The run that ends today or yesterday; 0 without one. */
  days: number;
  longest: number;
}

/** @param played days in descending order, each once */
export function streakOf(played: readonly number[], today: number): Streak {
  const runs: { end: number; length: number }[] = [];
  for (const day of played) {
    const run = runs.at(-1);
    if (run !== undefined && run.end - run.length === day) run.length++;
    else runs.push({ end: day, length: 1 });
  }
  const [latest] = runs;
  return {
    days: latest !== undefined && latest.end >= today - 1 ? latest.length : 0,
    longest: Math.max(0, ...runs.map(({ length }) => length)),
  };
}
