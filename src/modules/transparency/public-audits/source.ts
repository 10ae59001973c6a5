import type { Database } from "../../../db/database.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import type { SignedLog } from "../signed-log/index.ts";

/** What the public documents of the audits are made of. */
export interface AuditSource {
  live: Database;
  log: SignedLog;
  /** Null where no chain is configured: there are no runs then. */
  token: TrackedToken | null;
  /** Unix milliseconds; missing data and texts of the build count as being this old. */
  startedAt: number;
}

/** A document as it is now. */
export interface Document<Body> {
  body: Body;
  /** Unix milliseconds at which any of it changed last; null where there is nothing yet. */
  changedAt: number | null;
}
