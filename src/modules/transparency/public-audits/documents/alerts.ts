import { type Static, Type } from "@sinclair/typebox";
import { Flag, Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../../kit/clock.ts";
import type { CsvCell } from "../../../../kit/formats/csv.ts";
import { lastThresholdChangeAt, readThresholds } from "../../audits/policy/index.ts";
import { type AuditRun, countCompleteRuns } from "../../audits/runs/index.ts";
import {
  type AlertThresholds,
  type Comparison,
  type Evaluation,
  evaluate,
  type RunFigures,
} from "../rules/alerts.ts";
import { recommend } from "../rules/recommend.ts";
import { RunSelector, resolveBaseline, resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { Mode, OverallShape, RunId, SelectedRun } from "./shapes.ts";

const Percentage = (parameter: string, figure: string) =>
  Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 10_000,
      description: `The threshold is exceeded if ${figure} increase by more than this, in per cent. Default: the value of ${parameter} in force.`,
      examples: [25],
    }),
  );

const thresholds = {
  sigs_increase_threshold_pct: Percentage("audit.sigs_increase_pct", "transactions with anomalies"),
  rows_increase_threshold_pct: Percentage("audit.rows_increase_pct", "rows"),
};

export const AlertsCsvQuery = Type.Object({ run: RunSelector("The run to evaluate."), ...thresholds });

export const AlertsQuery = Type.Object({
  ...AlertsCsvQuery.properties,
  include_recommendations: Type.Optional(Flag({ description: "Whether to include recommendations." })),
});

const EvaluatedRun = Type.Object(
  {
    run_id: RunId("Id of the run: its start time as YYYYMMDDTHHMMSSZ."),
    overall: OverallShape,
    signatures_with_anomalies: Type.Integer({ description: "Number of transactions with anomalies." }),
    rows_total: Type.Integer({ description: "Number of rows that the run reported." }),
    sig_delta: Nullable(Type.Integer(), {
      description: "Change against the baseline; null without a baseline.",
    }),
    sig_delta_pct: Nullable(Type.Number(), {
      description: "Change in per cent, rounded to 2 decimals; null if the baseline is 0.",
    }),
    rows_delta: Nullable(Type.Integer(), {
      description: "Difference in rows against the baseline; null without one.",
    }),
    rows_delta_pct: Nullable(Type.Number(), {
      description: "Difference in rows in per cent; null without a baseline, or if it has no rows.",
    }),
  },
  { title: "JudgedAuditRun" },
);

export const AlertsDocument = Type.Object({
  selected_run: SelectedRun,
  evaluated_at: Nullable(Timestamp(), {
    description:
      "Time at which the run ended or a threshold last changed, whichever is later; null before both.",
  }),
  snapshot: Type.Object(
    {
      alert_level: OneOf(["ok", "warn", "bad"], {
        description:
          "bad: overall became bad. warn: a threshold is exceeded, or overall changed from ok to warn. Without a baseline, alert_level follows overall.",
      }),
      should_alert: Type.Boolean({ description: "Whether alert_level is not ok." }),
      thresholds: Type.Object(
        {
          sigs_increase_threshold_pct: Type.Number({
            description: "Increase in transactions with anomalies above which an alert fires, in per cent.",
            examples: [25],
          }),
          rows_increase_threshold_pct: Type.Number({
            description: "Increase in rows above which an alert fires, in per cent.",
            examples: [25],
          }),
          min_increase: Type.Number({
            description: "Smaller absolute increases never exceed a threshold.",
            examples: [5],
          }),
        },
        { description: "Thresholds that were applied." },
      ),
      points_available: Type.Integer({ description: "Number of complete runs." }),
      current: Nullable(EvaluatedRun, { description: "The evaluated run; null before the first." }),
      baseline: Nullable(EvaluatedRun, {
        description: "The run that current is compared with; null without one.",
      }),
    },
    { description: "The evaluated run and its baseline." },
  ),
  include_recommendations: Type.Boolean({ description: "Whether recommendations are included." }),
  recommendations: Nullable(
    Type.Array(
      Type.Object({
        rule: Type.String({
          description: "Name of the rule that recommends it, such as rows_increase.",
          examples: ["rows_increase"],
        }),
        text: Type.String({ description: "What to look at, in a sentence." }),
        url: Type.String({
          description: "Path of the document to look at.",
          examples: ["/transparency/audit-anomalies/diff/export.json"],
        }),
      }),
    ),
    {
      description:
        "Recommended checks with their documents. Null unless requested; empty if nothing needs attention.",
    },
  ),
  chain_mode: Mode,
});

export const ALERT_COLUMNS = [
  "metric",
  "current",
  "baseline",
  "delta",
  "delta_pct",
  "threshold_pct",
  "exceeded",
] as const satisfies readonly (keyof Comparison)[];

/** A run compared with its baseline. */
export interface AlertEvaluation {
  selected: AuditRun | null;
  baseline: AuditRun | null;
  thresholds: AlertThresholds;
  /** Null before the first run. */
  evaluation: Evaluation | null;
  /** Last change of the run or a threshold in Unix milliseconds; null before both. */
  evaluatedAt: number | null;
  pointsAvailable: number;
}

/** @throws Problem run_not_found */
export function evaluateAlerts(source: AuditSource, query: Static<typeof AlertsCsvQuery>): AlertEvaluation {
  const sql = source.live.read;
  const runs = selectRuns(sql, source.token);
  const selected = resolveRun(runs, query.run);
  const baseline = resolveBaseline(runs, query.run, selected);
  const inForce = readThresholds(sql);
  const thresholdOf = (name: string) => inForce.get(`audit.${name}`) ?? 0;
  const limits: AlertThresholds = {
    sigs_increase_threshold_pct: query.sigs_increase_threshold_pct ?? thresholdOf("sigs_increase_pct"),
    rows_increase_threshold_pct: query.rows_increase_threshold_pct ?? thresholdOf("rows_increase_pct"),
    min_increase: thresholdOf("min_increase"),
  };
  const times = [selected?.finishedAt ?? null, lastThresholdChangeAt(sql)].filter((each) => each !== null);
  return {
    selected,
    baseline,
    thresholds: limits,
    evaluation:
      selected === null ? null : evaluate(figuresOf(selected), baseline && figuresOf(baseline), limits),
    evaluatedAt: times.length === 0 ? null : Math.max(...times),
    pointsAvailable: runs.tokenId === null ? 0 : countCompleteRuns(sql, runs.tokenId),
  };
}

export function alertsDocument(
  source: AuditSource,
  query: Static<typeof AlertsQuery>,
): Document<Static<typeof AlertsDocument>> {
  const alerts = evaluateAlerts(source, query);
  const { selected, baseline, evaluation, evaluatedAt } = alerts;
  const level = evaluation?.alert_level ?? "ok";
  const includesAdvice = query.include_recommendations === true;
  const [sigs, rows] = evaluation?.comparisons ?? [];
  return {
    body: {
      selected_run: selected?.run ?? null,
      evaluated_at: isoUtcOrNull(evaluatedAt),
      snapshot: {
        alert_level: level,
        should_alert: level !== "ok",
        thresholds: alerts.thresholds,
        points_available: alerts.pointsAvailable,
        current: selected && runView(selected, sigs, rows),
        baseline: baseline && runView(baseline),
      },
      include_recommendations: includesAdvice,
      recommendations: includesAdvice ? recommend(selected, baseline, evaluation) : null,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: evaluatedAt,
  };
}

/** Rows of alerts.csv; empty before the first run. */
export function alertRows({ evaluation }: AlertEvaluation): CsvCell[][] {
  return (evaluation?.comparisons ?? []).map((each) => ALERT_COLUMNS.map((column) => each[column]));
}

function figuresOf({ run, overall, signaturesWithAnomalies, rowsTotal }: AuditRun): RunFigures {
  return { run, overall, signatures_with_anomalies: signaturesWithAnomalies, rows_total: rowsTotal };
}

/** @param sigs change against the baseline; unset for the baseline itself, like `rows` */
function runView(run: AuditRun, sigs?: Comparison, rows?: Comparison): Static<typeof EvaluatedRun> {
  return {
    run_id: run.run,
    overall: run.overall,
    signatures_with_anomalies: run.signaturesWithAnomalies,
    rows_total: run.rowsTotal,
    sig_delta: sigs?.delta ?? null,
    sig_delta_pct: sigs?.delta_pct ?? null,
    rows_delta: rows?.delta ?? null,
    rows_delta_pct: rows?.delta_pct ?? null,
  };
}
