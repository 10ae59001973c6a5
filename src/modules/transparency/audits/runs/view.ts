import { type Static, Type } from "@sinclair/typebox";
import { Described, Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtc } from "../../../../kit/clock.ts";
import { pathOfLog } from "../../signed-log/index.ts";
import { SEVERITIES } from "../detectors/index.ts";
import type { AuditRun } from "./model.ts";

export const SeverityCounts = Type.Object(
  Object.fromEntries(
    SEVERITIES.map((severity) => [
      severity,
      Type.Integer({ description: `Number of anomalies with the severity ${severity}.` }),
    ]),
  ) as Record<(typeof SEVERITIES)[number], ReturnType<typeof Type.Integer>>,
);

export const CoverageShape = Type.Object(
  {
    watched_accounts: Type.Integer({ description: "Token accounts whose own history is synced." }),
    unexplained_accounts: Type.Integer({
      description:
        "Watched accounts whose balance in the last holder scan differs from their last known balance.",
    }),
    unexplained_abs: Type.String({ description: "Sum of these differences in whole tokens." }),
    holder_days_missing: Type.Integer({ description: "Days of the window without a complete holder scan." }),
    accounts_with_gaps: Type.Integer({
      description: "Addresses, including the mint, whose history in the window is not fully synced.",
    }),
    transactions_unread: Type.Integer({
      description: "Transactions whose movements have not been read yet.",
    }),
    movements: Type.Integer({ description: "Account changes processed by the detectors." }),
  },
  { description: "How completely the synced data covers the window." },
);

export const RunShape = Type.Object({
  run: Type.String({ description: "Id of the run: its start time as YYYYMMDDTHHMMSSZ." }),
  label: Type.String({ description: "Name of the run, shown to people." }),
  is_complete: Type.Boolean({ description: "Whether the run covered all the data of its window." }),
  window: Type.Object(
    {
      from: Timestamp({ description: "Start of the audited window, inclusive." }),
      to: Timestamp({ description: "End of the audited window, exclusive." }),
    },
    { description: "The time window that the run audited." },
  ),
  rows_total: Type.Integer({ description: "Number of rows that the run reported." }),
  signatures_with_anomalies: Type.Integer({ description: "Number of transactions with anomalies." }),
  severity_counts: Described(SeverityCounts, "Number of anomalies by severity."),
  overall: OneOf(["ok", "warn", "bad", "other"], {
    description: "Severity of the worst row; ok without warn or bad rows, other for an incomplete run.",
  }),
  policy_version: Type.String({ description: "Version of the policy that was applied." }),
  coverage: CoverageShape,
  rows_sha256: Type.String({
    description:
      "SHA-256 over the rows of export.json without `run`, each serialized as RFC 8785 and followed by LF.",
  }),
  log: Nullable(
    Type.Object({
      index: Type.Integer({ description: "Index of the entry in the signed log, from 0." }),
      url: Type.String({ description: "Path of the entry's offline proof." }),
    }),
    {
      description: "The run's entry in the signed log; null if it has none.",
    },
  ),
});

/** The published form of a run. */
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
