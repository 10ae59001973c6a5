import type { Sql } from "../../../db/sql.ts";
import { type AuditRun, findLatestComplete, runHasSignature } from "../../transparency/audits/runs/index.ts";
import { listTriage, type TriageRow, type TriageStatus } from "../../transparency/audits/triage/index.ts";
import type { Verified } from "./model.ts";

/** Final triage statuses. */
const CLOSED: readonly TriageStatus[] = ["resolved", "explained", "false_positive"];
const SHOWN = 100;

/** Closed triage rows. A row holds while the newest complete run after it does not find the transaction again. */
export function triageItems(sql: Sql, tokenId: number): Verified[] {
  const latest = findLatestComplete(sql, tokenId);
  return CLOSED.flatMap((status) => listTriage(sql, tokenId, { status, limit: SHOWN })).map((row) => ({
    kind: "triage",
    id: String(row.id),
    title: `${row.status.replaceAll("_", " ")}: ${row.signature ?? row.row_id ?? ""}`,
    holds: holds(sql, latest, row),
  }));
}

/** Null if no run has completed since, or if the row has no signature. */
function holds(sql: Sql, latest: AuditRun | null, { at, signature }: TriageRow): boolean | null {
  if (latest === null || latest.finishedAt < at || signature === null) return null;
  return !runHasSignature(sql, latest.run, signature);
}
