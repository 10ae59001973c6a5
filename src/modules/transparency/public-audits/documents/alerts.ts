import { type Static, Type } from "@sinclair/typebox";
import { Flag, Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../../kit/clock.ts";
import type { CsvCell } from "../../../../kit/formats/csv.ts";
import { lastThresholdChangeAt, readThresholds } from "../../audits/policy/index.ts";
import { type AuditRun, countCompleteRuns } from "../../audits/runs/index.ts";
import { type AlertThresholds, type Comparison, type Evaluation, evaluate } from "../rules/alerts.ts";
import { recommend } from "../rules/recommend.ts";
import { baselineOf, RunSelector, resolveRun, runsOf } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { Mode, OverallShape, RunId, SelectedRun } from "./shapes.ts";

const Percentage = (parameter: string, figure: string) =>
  Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 10_000,
      description: `Increase of ${figure} in per cent above which it is exceeded; unless given, ${parameter} in force.`,
      examples: [25],
    }),
  );

const thresholds = {
  sigs_increase_threshold_pct: Percentage("audit.sigs_increase_pct", "transactions with anomalies"),
  rows_increase_threshold_pct: Percentage("audit.rows_increase_pct", "rows"),
};

export const AlertsCsvQuery = Type.Object({ run: RunSelector("The run to judge."), ...thresholds });

export const AlertsQuery = Type.Object({
  ...AlertsCsvQuery.properties,
  include_recommendations: Type.Optional(Flag({ description: "Fills recommendations." })),
});

const JudgedRun = Type.Object(
  {
    run_id: RunId("The run."),
    overall: OverallShape,
    signatures_with_anomalies: Type.Integer(),
    rows_total: Type.Integer(),
    sig_delta: Nullable(Type.Integer(), { description: "Against the baseline; null without one." }),
    sig_delta_pct: Nullable(Type.Number(), { description: "2 decimals; null on a base of 0." }),
    rows_delta: Nullable(Type.Integer()),
    rows_delta_pct: Nullable(Type.Number()),
  },
  { title: "JudgedAuditRun" },
);

export const AlertsDocument = Type.Object({
  selected_run: SelectedRun,
  evaluated_at: Nullable(Timestamp(), {
    description: "When the run or a threshold last changed; null before either.",
  }),
  snapshot: Type.Object({
    alert_level: OneOf(["ok", "warn", "bad"], {
      description:
        "bad: overall became bad; warn: a threshold is exceeded, or overall went from ok to warn. Without a baseline overall decides.",
    }),
    should_alert: Type.Boolean({ description: "Whether alert_level is not ok." }),
    thresholds: Type.Object({
      sigs_increase_threshold_pct: Type.Number({ examples: [25] }),
      rows_increase_threshold_pct: Type.Number({ examples: [25] }),
      min_increase: Type.Number({ description: "Smaller increases never exceed.", examples: [5] }),
    }),
    points_available: Type.Integer({ description: "All complete runs." }),
    current: Nullable(JudgedRun),
    baseline: Nullable(JudgedRun, { description: "What current is compared with; null without one." }),
  }),
  include_recommendations: Type.Boolean(),
  recommendations: Nullable(
    Type.Array(
      Type.Object({
        rule: Type.String({ examples: ["rows_increase"] }),
        text: Type.String(),
        url: Type.String({ examples: ["/transparency/audit-anomalies/diff/export.json"] }),
      }),
    ),
    { description: "What to look at, and where. Null unless asked for; empty where nothing is to be done." },
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

/** A run judged against its baseline. */
export interface Judgement {
  selected: AuditRun | null;
  baseline: AuditRun | null;
  thresholds: AlertThresholds;
  /** Null before the first run. */
  evaluation: Evaluation | null;
  /** Unix milliseconds at which the run or a threshold last changed; null before either. */
  evaluatedAt: number | null;
  pointsAvailable: number;
}

/** @throws Problem run_not_found */
export function judge(source: AuditSource, query: Static<typeof AlertsCsvQuery>): Judgement {
  const sql = source.live.read;
  const runs = runsOf(sql, source.token);
  const selected = resolveRun(runs, query.run);
  const baseline = baselineOf(runs, query.run, selected);
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
    evaluation: selected === null ? null : evaluate(judged(selected), baseline && judged(baseline), limits),
    evaluatedAt: times.length === 0 ? null : Math.max(...times),
    pointsAvailable: runs.tokenId === null ? 0 : countCompleteRuns(sql, runs.tokenId),
  };
}

export function alertsDocument(
  source: AuditSource,
  query: Static<typeof AlertsQuery>,
): Document<Static<typeof AlertsDocument>> {
  const judgement = judge(source, query);
  const { selected, baseline, evaluation, evaluatedAt } = judgement;
  const level = evaluation?.alert_level ?? "ok";
  const isAdvised = query.include_recommendations === true;
  const [sigs, rows] = evaluation?.comparisons ?? [];
  return {
    body: {
      selected_run: selected?.run ?? null,
      evaluated_at: isoUtcOrNull(evaluatedAt),
      snapshot: {
        alert_level: level,
        should_alert: level !== "ok",
        thresholds: judgement.thresholds,
        points_available: judgement.pointsAvailable,
        current: selected && runView(selected, sigs, rows),
        baseline: baseline && runView(baseline),
      },
      include_recommendations: isAdvised,
      recommendations: isAdvised ? recommend(selected, baseline, evaluation) : null,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: evaluatedAt,
  };
}

/** The rows of alerts.csv: none before the first run. */
export function alertRows({ evaluation }: Judgement): CsvCell[][] {
  return (evaluation?.comparisons ?? []).map((each) => ALERT_COLUMNS.map((column) => each[column]));
}

function judged({ run, overall, signaturesWithAnomalies, rowsTotal }: AuditRun) {
  return { run, overall, signatures_with_anomalies: signaturesWithAnomalies, rows_total: rowsTotal };
}

/** A run with its change, which the baseline itself has none of. */
function runView(run: AuditRun, sigs?: Comparison, rows?: Comparison): Static<typeof JudgedRun> {
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
