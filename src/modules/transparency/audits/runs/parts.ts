import type { Database } from "../../../../db/database.ts";
import type { Clock } from "../../../../kit/clock.ts";
import type { Logger } from "../../../../kit/process/log.ts";
import type { SignedLog } from "../../signed-log/index.ts";
import type { PaidFor } from "./holdings.ts";

/** Dependencies of audit runs. */
export interface AuditParts {
  live: Database;
  signedLog: SignedLog;
  clock: Clock;
  log: Logger;
  paidFor: PaidFor;
}
