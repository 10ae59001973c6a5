import { type Static, Type } from "@sinclair/typebox";
import { Flag, Nullable } from "../../../../http/schema/shapes.ts";
import type { CsvCell } from "../../../../kit/formats/csv.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { compareTypes, type TypeDelta } from "../rules/compare-types.ts";
import { baselineOf, RunSelector, resolveRun, runsOf } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { Mode, SelectedRun, TypeShape } from "./shapes.ts";

const rowParameters = {
  include_rows: Flag({ default: true, description: "0 leaves the rows out." }),
  row_limit: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: "Rows at most." }),
};

export const CompareQuery = Type.Object({
  run_a: RunSelector("The run that `selected` counts.", "previous"),
  run_b: RunSelector("The run that `latest` counts."),
  ...rowParameters,
});

export const DiffExportQuery = Type.Object({
  run: RunSelector("The run that `latest` counts; `selected` counts its baseline."),
  ...rowParameters,
});

const Side = (description: string) =>
  Type.Object(
    { selector: Type.String({ examples: ["latest"] }), resolved_run: SelectedRun },
    { description },
  );

const counts = {
  type: TypeShape,
  selected: Type.Integer({ description: "Rows in run_a." }),
  latest: Type.Integer({ description: "Rows in run_b." }),
  delta: Type.Integer({ description: "latest − selected." }),
};

const PctDelta = Nullable(Type.Number(), {
  description: "Of `selected`, 2 decimals; null on a base of 0.",
});

const shared = {
  run_a: Side("The run that `selected` counts."),
  run_b: Side("The run that `latest` counts."),
  total_delta: Nullable(Type.Integer(), {
    description: "Over all types, listed or not; null where a run is missing.",
  }),
  include_rows: Type.Boolean(),
  row_limit: Type.Integer(),
  count: Type.Integer({ description: "Rows listed." }),
};

const ROWS = "One row per type that either run has, by name; none where a run is missing.";

export const CompareDocument = Type.Object({
  ...shared,
  rows: Type.Array(Type.Object(counts), { description: ROWS }),
  chain_mode: Mode,
});

export const DiffExportDocument = Type.Object({
  selected_run: SelectedRun,
  ...shared,
  rows: Type.Array(Type.Object({ ...counts, pct_delta: PctDelta }), { description: ROWS }),
  chain_mode: Mode,
});

/** Two runs side by side. */
export interface Difference {
  /** Null where a selector has no run to name; there are no rows then. */
  selected: AuditRun | null;
  latest: AuditRun | null;
  rows: TypeDelta[];
}

/** @throws Problem run_not_found */
export function compareRuns(source: AuditSource, query: { run_a: string; run_b: string }): Difference {
  const runs = runsOf(source.live.read, source.token);
  return differenceOf(resolveRun(runs, query.run_a), resolveRun(runs, query.run_b));
}

/** A run against its baseline. @throws Problem run_not_found */
export function compareWithBaseline(source: AuditSource, selector: string): Difference {
  const runs = runsOf(source.live.read, source.token);
  const latest = resolveRun(runs, selector);
  return differenceOf(baselineOf(runs, selector, latest), latest);
}

function differenceOf(selected: AuditRun | null, latest: AuditRun | null): Difference {
  const isWhole = selected !== null && latest !== null;
  return { selected, latest, rows: isWhole ? compareTypes(selected.typeCounts, latest.typeCounts) : [] };
}

/** @throws Problem run_not_found */
export function compareDocument(
  source: AuditSource,
  query: Static<typeof CompareQuery>,
): Document<Static<typeof CompareDocument>> {
  const difference = compareRuns(source, query);
  const rows = listed(difference, query).map(({ pct_delta: _, ...row }) => row);
  return {
    body: {
      ...frameOf(difference, query, { run_a: query.run_a, run_b: query.run_b }),
      count: rows.length,
      rows,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: changedAt(difference),
  };
}

/** @throws Problem run_not_found */
export function diffExportDocument(
  source: AuditSource,
  query: Static<typeof DiffExportQuery>,
): Document<Static<typeof DiffExportDocument>> {
  const difference = compareWithBaseline(source, query.run);
  const rows = listed(difference, query);
  return {
    body: {
      selected_run: difference.latest?.run ?? null,
      ...frameOf(difference, query, { run_a: "baseline", run_b: query.run }),
      count: rows.length,
      rows,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: changedAt(difference),
  };
}

export const COMPARE_COLUMNS = ["type", "selected", "latest", "delta"] as const;
export const DIFF_EXPORT_COLUMNS = [...COMPARE_COLUMNS, "pct_delta"] as const;

/** The rows that the JSON lists, as CSV has them. */
export function diffCells(
  difference: Difference,
  parameters: RowParameters,
  columns: readonly (keyof TypeDelta)[],
): CsvCell[][] {
  return listed(difference, parameters).map((row) => columns.map((column) => row[column]));
}

/** Unix milliseconds at which the newer of the runs ended; null without runs. */
export function changedAt({ selected, latest }: Difference): number | null {
  const times = [selected, latest].flatMap((run) => run?.finishedAt ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

interface RowParameters {
  include_rows: boolean;
  row_limit: number;
}

function listed({ rows }: Difference, { include_rows, row_limit }: RowParameters): TypeDelta[] {
  return include_rows ? rows.slice(0, row_limit) : [];
}

function frameOf(
  { selected, latest, rows }: Difference,
  { include_rows, row_limit }: RowParameters,
  selectors: { run_a: string; run_b: string },
) {
  const isWhole = selected !== null && latest !== null;
  return {
    run_a: { selector: selectors.run_a, resolved_run: selected?.run ?? null },
    run_b: { selector: selectors.run_b, resolved_run: latest?.run ?? null },
    total_delta: isWhole ? rows.reduce((sum, { delta }) => sum + delta, 0) : null,
    include_rows,
    row_limit,
  };
}
