/** Below the runner's limit per test, so that the failure names the condition. */
const DEADLINE_MS = 50_000;
const LONGEST_PAUSE_MS = 50;

type Holds<T> = Exclude<T, false | null | undefined>;

/**
 * Waits until a condition holds, asking at first every millisecond, later after a tenth of the time waited.
 *
 * @param condition holds when its value is none of false, null and undefined
 * @param everyMs the longest pause between two questions
 * @returns the condition's value
 * @throws Error with the condition's source, when it does not hold within the deadline; what the condition throws
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
  everyMs = LONGEST_PAUSE_MS,
): Promise<Holds<T>> {
  const began = performance.now();
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) return value as Holds<T>;
    const waited = performance.now() - began;
    if (waited > deadlineMs) throw new Error(`not within ${deadlineMs} ms: ${condition}`);
    await Bun.sleep(Math.min(Math.max(waited / 10, 1), everyMs));
  }
}
