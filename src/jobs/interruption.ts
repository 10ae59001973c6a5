import { SECOND_MS } from "../kit/clock.ts";
import type { RunEnd } from "../modules/platform/jobs/index.ts";

/** The reason to abort a run's signal, and the run's ending. */
export class Interrupted extends Error {
  constructor(readonly ending: RunEnd) {
    super(ending.detail);
  }
}

/** Time for an aborted job to finish before its row is closed. */
export const UNWIND_MS = SECOND_MS;

/** The ending of an aborted run whose job does not stop in time. */
export function interrupted(signal: AbortSignal): Promise<RunEnd> {
  return new Promise((resolve) => {
    const unwind = () => {
      const { ending } = signal.reason as Interrupted;
      setTimeout(() => resolve(ending), UNWIND_MS);
    };
    // A stop may come while the run's start is being recorded.
    if (signal.aborted) unwind();
    else signal.addEventListener("abort", unwind, { once: true });
  });
}
