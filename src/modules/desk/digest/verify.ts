import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Report, ShownIncident } from "../../status/system/index.ts";
import { type AuditRun, findLatestComplete, runHasSignature } from "../../transparency/audits/runs/index.ts";
import { listTriage, type TriageRow, type TriageStatus } from "../../transparency/audits/triage/index.ts";
import { filterIncidents } from "../incidents/index.ts";
import { type LinkRow, listResolved } from "../link-inbox/index.ts";
import type { DigestParts } from "./make-digest.ts";
import type { ResolvedVerification, Verified } from "./model.ts";

/** Final triage statuses. */
const CLOSED: readonly TriageStatus[] = ["resolved", "explained", "false_positive"];
const SHOWN_OF_STATUS = 100;

/** Closed triage rows. A row holds while the newest complete run after it does not find the transaction again. */
function triageItems(sql: Sql, tokenId: number): Verified[] {
  const latest = findLatestComplete(sql, tokenId);
  return CLOSED.flatMap((status) => listTriage(sql, tokenId, { status, limit: SHOWN_OF_STATUS })).map(
    (row) => ({
      kind: "triage",
      id: String(row.id),
      title: `${row.status.replaceAll("_", " ")}: ${row.signature ?? row.row_id ?? ""}`,
      holds: holds(sql, latest, row),
    }),
  );
}

/** Null if no run has completed since, or if the row has no signature. */
function holds(sql: Sql, latest: AuditRun | null, { at, signature }: TriageRow): boolean | null {
  if (latest === null || latest.finishedAt < at || signature === null) return null;
  return !runHasSignature(sql, latest.run, signature);
}

export interface VerifyParts extends DigestParts {
  /** Id of the audited token; null if no chain is configured or it has not been read yet. */
  tokenId: () => number | null;
}

const SHOWN = 200;

/** Compares resolved incidents, triage rows and links with current measurements. */
export async function verifyResolved(
  parts: VerifyParts,
  now: number,
): Promise<Static<typeof ResolvedVerification>> {
  const { read: sql } = parts.live;
  const report = await parts.status.current();
  const tokenId = parts.tokenId();
  const incidents = filterIncidents(sql, { from: 0, to: now, severity: null, source: null })
    .filter(({ endedAt }) => endedAt !== null)
    .slice(0, SHOWN);
  const items = [
    ...incidents.map((each) => incidentItem(each, report)),
    ...(tokenId === null ? [] : triageItems(sql, tokenId)),
    ...listResolved(sql, SHOWN).map(linkItem),
  ];
  const count = (holds: boolean | null) => items.filter((each) => each.holds === holds).length;
  return {
    counts: { holds: count(true), broken: count(false), unknown: count(null) },
    count: items.length,
    items,
  };
}

/** An incident holds while all its checks are ok; one without checks while the overall status is ok. */
function incidentItem({ id, title, checks }: ShownIncident, report: Report): Verified {
  const states = checks.map((check) => report.checks.get(check));
  const isKnown = states.every((found) => found !== undefined && !found.in_maintenance);
  const holds =
    checks.length === 0
      ? report.overall === "ok"
      : isKnown
        ? states.every((found) => found?.status === "ok")
        : null;
  return { kind: "incident", id: String(id), title, holds };
}

/** A link holds if its last check was 2xx. */
function linkItem({ id, url, note, status_code_family: family }: LinkRow): Verified {
  return {
    kind: "link",
    id: String(id),
    title: url ?? note ?? "",
    holds: family === null ? null : family === "2xx",
  };
}
