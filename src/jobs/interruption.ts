import { SECOND_MS } from "../kit/clock.ts";
import type { Ending } from "../modules/platform/jobs/index.ts";

/** Why a run's signal is aborted, and how its row then ends. */
export class Interrupted extends Error {
  constructor(readonly ending: Ending) {
    super(ending.detail);
  }
}

/** How long an aborted job may take to unwind before its row is closed without it. */
export const UNWIND_MS = SECOND_MS;

/** How an aborted run ends where its job does not unwind in time. */
export function interrupted(signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      const { ending } = signal.reason as Interrupted;
      setTimeout(() => resolve(ending), UNWIND_MS);
    });
  });
}
