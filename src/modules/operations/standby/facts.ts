import type { PromotionView } from "../auto-promotion/index.ts";
import type { CopyState } from "./follower.ts";

export interface StandbyFacts {
  state: () => CopyState;
  /** Whether the standby takes over by itself; null if an operator does. */
  promotion: () => PromotionView | null;
  /** LEADER_BASE_URL. */
  leaderBaseUrl: string | null;
  /** Host name of this machine. */
  host: string;
  version: string;
  now: () => number;
}

/** Largest lag at which the standby is ready. */
const LAG_SECONDS_READY = 60;

/** The copy's fault, including too large a lag; null if the copy is usable. */
export function describeFault({ fault, lag_seconds: lag }: CopyState): string | null {
  if (fault !== null) return fault;
  if (lag === null) return "the copy has no canary of the leader yet";
  return lag > LAG_SECONDS_READY ? `the copy is ${lag} s behind` : null;
}
