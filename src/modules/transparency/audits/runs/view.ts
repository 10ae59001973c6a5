import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtc } from "../../../../kit/clock.ts";
import { pathOfLog } from "../../signed-log/index.ts";
import { SEVERITIES } from "../detectors/index.ts";
import type { AuditRun } from "./model.ts";

export const SeverityCounts = Type.Object(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, Type.Integer()])) as Record<
    (typeof SEVERITIES)[number],
    ReturnType<typeof Type.Integer>
  >,
);

export const CoverageShape = Type.Object(
  {
    watched_accounts: Type.Integer({ description: "Token accounts whose own history is synced." }),
    unexplained_accounts: Type.Integer({
      description: "Watched accounts whose last holder scan is not their last known balance.",
    }),
    unexplained_abs: Type.String({ description: "By how much in all, whole tokens." }),
    holder_days_missing: Type.Integer({ description: "Days of the window without a complete holder scan." }),
    accounts_with_gaps: Type.Integer({
      description: "Addresses, the mint included, whose history of the window is not wholly synced.",
    }),
    transactions_unread: Type.Integer({ description: "Transactions whose movements are still to be read." }),
    movements: Type.Integer({ description: "Account changes that the detectors saw." }),
  },
  { description: "What the run could see." },
);

export const RunShape = Type.Object({
  run: Type.String({ description: "Its start as YYYYMMDDTHHMMSSZ." }),
  label: Type.String(),
  is_complete: Type.Boolean(),
  window: Type.Object({ from: Timestamp(), to: Timestamp({ description: "The first instant after it." }) }),
  rows_total: Type.Integer(),
  signatures_with_anomalies: Type.Integer(),
  severity_counts: SeverityCounts,
  overall: OneOf(["ok", "warn", "bad", "other"], { description: "other: incomplete." }),
  policy_version: Type.String(),
  coverage: CoverageShape,
  rows_sha256: Type.String({
    description: "Of export.json's rows without run, RFC 8785, each followed by LF.",
  }),
  log: Nullable(Type.Object({ index: Type.Integer(), url: Type.String() }), {
    description: "The run's entry of the signed log.",
  }),
});

/** A run as every document shows it. */
export function runView(run: AuditRun): Static<typeof RunShape> {
  return {
    run: run.run,
    label: run.label,
    is_complete: run.isComplete,
    window: { from: isoUtc(run.fromAt), to: isoUtc(run.toAt) },
    rows_total: run.rowsTotal,
    signatures_with_anomalies: run.signaturesWithAnomalies,
    severity_counts: run.severityCounts,
    overall: run.overall,
    policy_version: run.policyVersion,
    coverage: run.coverage,
    rows_sha256: run.rowsSha256,
    log:
      run.log === null
        ? null
        : { index: run.log.index, url: `${pathOfLog(run.log.logId)}/proof/${run.log.index}` },
  };
}
