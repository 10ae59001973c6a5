import type { Database } from "../../../db/database.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import type { SignedLog } from "../signed-log/index.ts";

/** Dependencies of the public audit documents. */
export interface AuditSource {
  live: Database;
  log: SignedLog;
  /** Null if no chain is configured; then there are no runs. */
  token: TrackedToken | null;
  /** Start of the process in Unix milliseconds; Last-Modified of empty documents and built-in texts. */
  startedAt: number;
}

/** The current content of a document. */
export interface Document<Body> {
  body: Body;
  /** Time of the last change in Unix milliseconds; null without data. */
  changedAt: number | null;
}
