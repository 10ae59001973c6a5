import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import { type BoundCheck, type Policy, SystemStatus } from "./system/index.ts";

export interface StatusServices {
  /** The status checks under the current policy. */
  status: SystemStatus;
}

interface Needs {
  clock: Clock;
  log: Logger;
  live: Database;
  policies: { policy: Policy };
  /** The checks of all modules. */
  boundChecks: readonly BoundCheck[];
}

export function openStatus({ clock, log, live, policies, boundChecks: checks }: Needs): StatusServices {
  return { status: new SystemStatus({ policy: policies.policy, checks, sql: live.read, clock, log }) };
}
