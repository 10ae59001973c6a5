import { type Static, Type } from "@sinclair/typebox";
import { Described, Flag, Nullable } from "../../../../http/schema/shapes.ts";
import { isoUtc } from "../../../../kit/clock.ts";
import { SeverityCounts } from "../../audits/runs/index.ts";
import { MAX_TOP, type TopAnomalies } from "../rows/top-anomalies.ts";
import { RunSelector, resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import {
  Mode,
  OverallShape,
  SelectedRun,
  SeverityShape,
  TypeCounts,
  TypeShape,
  WindowShape,
} from "./shapes.ts";

export const SummaryQuery = Type.Object({
  run: RunSelector("The run to summarize."),
  include_top_anomalies: Type.Optional(Flag({ description: "Whether to include top_anomalies." })),
  top_limit: Type.Integer({
    minimum: 1,
    maximum: MAX_TOP,
    default: 10,
    description: "Maximum number of transactions in top_anomalies.",
  }),
});

export const SummaryDocument = Type.Object({
  selected_run: SelectedRun,
  selected_label: Nullable(Type.String(), {
    description: "Label of the selected run; null if there is none.",
    examples: ["2026-11-20"],
  }),
  summary_available: Type.Boolean({
    description: "False before the first run; the figures are then null.",
  }),
  is_complete: Nullable(Type.Boolean(), {
    description: "Whether the run covered all the data of its window; null if there is no run.",
  }),
  window: Nullable(WindowShape),
  rows_total: Nullable(Type.Integer(), {
    description: "Number of rows that the run reported; null before the first run.",
  }),
  signatures_with_anomalies: Nullable(Type.Integer(), {
    description: "Number of transactions with anomalies; null before the first run.",
  }),
  severity_counts: Nullable(SeverityCounts, {
    description: "Number of anomalies by severity; null before the first run.",
  }),
  type_counts: Nullable(TypeCounts),
  overall: Nullable(OverallShape),
  include_top_anomalies: Type.Boolean({ description: "Whether the worst transactions are included." }),
  top_limit: Type.Integer({ description: "Largest number of transactions in top_anomalies, as requested." }),
  top_anomalies: Type.Array(
    Type.Object({
      severity: Described(SeverityShape, "The worst severity of its anomalies."),
      signature: Type.String({ description: "Signature of the transaction." }),
      anomaly_types: Type.Array(TypeShape, { description: "Types of its anomalies, sorted by name." }),
      max_abs_delta: Nullable(Type.String(), {
        description: "Largest abs_delta of its rows in whole tokens; null if none has an amount.",
        examples: ["125000.5"],
      }),
    }),
    {
      description:
        "Transactions with their worst severity, sorted by severity (worst first), then by max_abs_delta (largest first). Empty unless requested.",
    },
  ),
  chain_mode: Mode,
});

/** @throws Problem run_not_found */
export async function readSummary(
  source: AuditSource,
  top: TopAnomalies,
  query: Static<typeof SummaryQuery>,
): Promise<Document<Static<typeof SummaryDocument>>> {
  const run = resolveRun(selectRuns(source.live.read, source.token), query.run);
  const includesTop = query.include_top_anomalies === true;
  const anomalies = run === null || !includesTop ? [] : await top.of(run, query.top_limit);
  return {
    body: {
      selected_run: run?.run ?? null,
      selected_label: run?.label ?? null,
      summary_available: run !== null,
      is_complete: run?.isComplete ?? null,
      window: run === null ? null : { from: isoUtc(run.fromAt), to: isoUtc(run.toAt) },
      rows_total: run?.rowsTotal ?? null,
      signatures_with_anomalies: run?.signaturesWithAnomalies ?? null,
      severity_counts: run?.severityCounts ?? null,
      type_counts: run === null ? null : { ...run.typeCounts },
      overall: run?.overall ?? null,
      include_top_anomalies: includesTop,
      top_limit: query.top_limit,
      top_anomalies: anomalies,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: run?.finishedAt ?? null,
  };
}
