import type { Database } from "../../../../db/database.ts";
import type { Site } from "../../../../pages/index.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import type { AuditRunner } from "../runs/index.ts";

export interface AuditPageParts {
  site: Site;
  live: Database;
  token: TrackedToken | null;
  audits: AuditRunner;
}

/** Null until the chain was first read. */
export function findTrackedTokenId({ live, token }: AuditPageParts): number | null {
  return token === null ? null : findTokenId(live.read, token.source);
}
