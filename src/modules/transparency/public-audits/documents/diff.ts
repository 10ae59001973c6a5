import { type Static, Type } from "@sinclair/typebox";
import { Described, Flag, Nullable } from "../../../../http/schema/shapes.ts";
import type { CsvCell } from "../../../../kit/formats/csv.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { compareTypes, type TypeDelta } from "../rules/compare-types.ts";
import { RunSelector, resolveBaseline, resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { Mode, SelectedRun, TypeShape } from "./shapes.ts";

const rowParameters = {
  include_rows: Flag({ default: true, description: "Whether to include the rows; 0 leaves them out." }),
  row_limit: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: "Maximum number of rows." }),
};

export const CompareQuery = Type.Object({
  run_a: RunSelector("The run counted in `selected`.", "previous"),
  run_b: RunSelector("The run counted in `latest`."),
  ...rowParameters,
});

export const DiffExportQuery = Type.Object({
  run: RunSelector("The run counted in `latest`; its baseline is counted in `selected`."),
  ...rowParameters,
});

const Side = (description: string) =>
  Type.Object(
    {
      selector: Type.String({ description: "The selector of the run, as given.", examples: ["latest"] }),
      resolved_run: SelectedRun,
    },
    { description },
  );

const counts = {
  type: Described(TypeShape, "Type of the anomalies."),
  selected: Type.Integer({ description: "Number of rows of this type in run_a." }),
  latest: Type.Integer({ description: "Number of rows of this type in run_b." }),
  delta: Type.Integer({ description: "latest minus selected: rows more or fewer in run_b." }),
};

const PctDelta = Nullable(Type.Number(), {
  description: "delta in per cent of `selected`, rounded to 2 decimals; null if `selected` is 0.",
});

const shared = {
  run_a: Side("The run counted in `selected`."),
  run_b: Side("The run counted in `latest`."),
  total_delta: Nullable(Type.Integer(), {
    description: "Sum of delta over all types, listed or not; null if a run is missing.",
  }),
  include_rows: Type.Boolean({ description: "Whether rows are included." }),
  row_limit: Type.Integer({ description: "Largest number of rows in the answer, as requested." }),
  count: Type.Integer({ description: "Number of rows in the answer." }),
};

const ROWS = "One row per type found by either run, sorted by name; empty if a run is missing.";

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

/** Comparison of two runs by type. */
export interface Difference {
  /** Null if the selector names no run; then there are no rows. The same holds for `latest`. */
  selected: AuditRun | null;
  latest: AuditRun | null;
  rows: TypeDelta[];
}

/** @throws Problem run_not_found */
export function compareRuns(source: AuditSource, query: { run_a: string; run_b: string }): Difference {
  const runs = selectRuns(source.live.read, source.token);
  return differenceOf(resolveRun(runs, query.run_a, "run_a"), resolveRun(runs, query.run_b, "run_b"));
}

/** Compares a run with its baseline. @throws Problem run_not_found */
export function compareWithBaseline(source: AuditSource, selector: string): Difference {
  const runs = selectRuns(source.live.read, source.token);
  const latest = resolveRun(runs, selector);
  return differenceOf(resolveBaseline(runs, selector, latest), latest);
}

function differenceOf(selected: AuditRun | null, latest: AuditRun | null): Difference {
  const hasBoth = selected !== null && latest !== null;
  return { selected, latest, rows: hasBoth ? compareTypes(selected.typeCounts, latest.typeCounts) : [] };
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
      ...sharedFields(difference, query, { run_a: query.run_a, run_b: query.run_b }),
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
      ...sharedFields(difference, query, { run_a: "baseline", run_b: query.run }),
      count: rows.length,
      rows,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: changedAt(difference),
  };
}

export const COMPARE_COLUMNS = ["type", "selected", "latest", "delta"] as const;
export const DIFF_EXPORT_COLUMNS = [...COMPARE_COLUMNS, "pct_delta"] as const;

/** The rows listed in the JSON, as CSV cells. */
export function diffCells(
  difference: Difference,
  parameters: RowParameters,
  columns: readonly (keyof TypeDelta)[],
): CsvCell[][] {
  return listed(difference, parameters).map((row) => columns.map((column) => row[column]));
}

/** End of the newer run in Unix milliseconds; null without runs. */
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

function sharedFields(
  { selected, latest, rows }: Difference,
  { include_rows, row_limit }: RowParameters,
  selectors: { run_a: string; run_b: string },
) {
  const hasBoth = selected !== null && latest !== null;
  return {
    run_a: { selector: selectors.run_a, resolved_run: selected?.run ?? null },
    run_b: { selector: selectors.run_b, resolved_run: latest?.run ?? null },
    total_delta: hasBoth ? rows.reduce((sum, { delta }) => sum + delta, 0) : null,
    include_rows,
    row_limit,
  };
}
