import type { Database } from "../../../db/database.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import type { SignedLog } from "../signed-log/index.ts";
import type { TrustFacts } from "./facts.ts";

/** What the trust dashboard is made of. */
export interface TrustSource {
  live: Database;
  log: SignedLog;
  /** Null where no chain is configured: what needs one is unknown then. */
  token: TrackedToken | null;
  /** Unix milliseconds. */
  startedAt: number;
  facts: TrustFacts;
}
