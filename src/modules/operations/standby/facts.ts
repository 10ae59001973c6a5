import type { Followed } from "./follower.ts";

export interface StandbyFacts {
  state: () => Followed;
  /** As LEADER_BASE_URL. */
  leaderBaseUrl: string | null;
  /** Name of this machine. */
  host: string;
  version: string;
  now: () => number;
}

/** A copy that is this far behind helps less than it seems to. */
const LAG_SECONDS_READY = 60;

/** Null where the copy follows closely enough to be of use. */
export function faultOf({ fault, lag_seconds: lag }: Followed): string | null {
  if (fault !== null) return fault;
  if (lag === null) return "the copy holds no canary of the leader yet";
  return lag > LAG_SECONDS_READY ? `the copy is ${lag} s behind` : null;
}
