import { type Static, Type } from "@sinclair/typebox";
import { isoUtc } from "../../../../kit/clock.ts";
import { type AuditRun, listRuns } from "../../audits/runs/index.ts";
import { placeOf } from "../../signed-log/index.ts";
import { RunSelector, resolveRun, runsOf } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { lastEndedAt } from "../store.ts";
import {
  CoverageShape,
  LogPlaceShape,
  Mode,
  OverallShape,
  RunId,
  SelectedRun,
  SeverityCounts,
  WindowShape,
} from "./shapes.ts";

export const RunsQuery = Type.Object({
  run: RunSelector("The run to mark as selected."),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Runs to list." }),
});

const RunShape = Type.Object(
  {
    run: RunId("When it started, to the second."),
    label: Type.String({
      description: "The day of a daily run, else from – to.",
      examples: ["2026-11-20"],
    }),
    is_complete: Type.Boolean({
      description:
        "Whether the movements of the window are known for all watched accounts without a gap, and every detector ran.",
    }),
    is_selected: Type.Boolean(),
    window: WindowShape,
    rows_total: Type.Integer(),
    signatures_with_anomalies: Type.Integer(),
    severity_counts: SeverityCounts,
    overall: OverallShape,
    policy_version: Type.String({
      description: "Names the thresholds and detectors used: runs of one version can be compared.",
    }),
    coverage: CoverageShape,
    rows_sha256: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "SHA-256 over the rows of export.json in their order, each as RFC 8785 without `run` and followed by LF.",
    }),
    log: LogPlaceShape,
  },
  { title: "AuditRun" },
);

export const RunsDocument = Type.Object({
  selected_run: SelectedRun,
  count: Type.Integer({ description: "Runs listed." }),
  limit: Type.Integer(),
  runs: Type.Array(RunShape, { description: "Runs that have ended, newest first." }),
  chain_mode: Mode,
});

/** @throws Problem run_not_found */
export function readRuns(
  source: AuditSource,
  { run: selector, limit }: Static<typeof RunsQuery>,
): Document<Static<typeof RunsDocument>> {
  const runs = runsOf(source.live.read, source.token);
  const selected = resolveRun(runs, selector)?.run ?? null;
  const listed = runs.tokenId === null ? [] : listRuns(runs.sql, runs.tokenId, limit);
  return {
    body: {
      selected_run: selected,
      count: listed.length,
      limit,
      runs: listed.map((run) => viewOf(run, source, selected)),
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: runs.tokenId === null ? null : lastEndedAt(runs.sql, runs.tokenId),
  };
}

function viewOf(run: AuditRun, { log }: AuditSource, selected: string | null): Static<typeof RunShape> {
  return {
    run: run.run,
    label: run.label,
    is_complete: run.isComplete,
    is_selected: run.run === selected,
    window: { from: isoUtc(run.fromAt), to: isoUtc(run.toAt) },
    rows_total: run.rowsTotal,
    signatures_with_anomalies: run.signaturesWithAnomalies,
    severity_counts: run.severityCounts,
    overall: run.overall,
    policy_version: run.policyVersion,
    coverage: { ...run.coverage },
    rows_sha256: run.rowsSha256,
    log: placeOf(log.db.read, run.log),
  };
}
