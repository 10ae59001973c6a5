import { type Static, Type } from "@sinclair/typebox";
import { type FieldFault, Problem } from "../../../../http/answers/problem.ts";
import { createValidator } from "../../../../http/schema/validate.ts";
import { type AuditRun, listRuns } from "../../audits/runs/index.ts";
import { type LoggedEntry, readEntry } from "../../signed-log/index.ts";
import { compareWithBaseline, type Difference } from "../documents/diff.ts";
import { ExportQuery } from "../documents/export.ts";
import { type GlossaryEntry, readGlossary } from "../documents/glossary.ts";
import { findTrend } from "../documents/trend.ts";
import { listTriageViews, type TriageRow, triageDocument } from "../documents/triage.ts";
import { isUnfiltered, toRowFilters } from "../rows/filters.ts";
import type { AnomalyRow } from "../rows/store.ts";
import { pageOfRows } from "../rows/walk.ts";
import { resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource } from "../source.ts";
import type { EnteredFilters } from "./filter-form.tsx";

export const PAGE_ROWS = 50;
const TREND_RUNS = 30;
const LISTED_RUNS = 30;
const LISTED_TRIAGE = 20;

const entered = Type.Optional(Type.String());

/** Unvalidated texts: the page shows each error beside its field. */
export const PageQuery = Type.Object({
  run: entered,
  severity: entered,
  types: entered,
  signature: entered,
  wallet: entered,
  min_abs_delta: entered,
  /** Position of the first row. */
  from: entered,
});

/** One page of a run's rows. */
export interface RowPage {
  rows: readonly AnomalyRow[];
  /** Position at which the next page starts; null on the last page. */
  next: number | null;
}

/** Content of the audit page. */
export interface AuditView {
  entered: EnteredFilters;
  faults: readonly FieldFault[];
  isFiltered: boolean;
  /** Null before the first run. */
  selected: AuditRun | null;
  logged: LoggedEntry | null;
  page: RowPage;
  /** Complete runs up to the selected one, oldest first. */
  trend: readonly AuditRun[];
  difference: Difference;
  /** Newest first. */
  runs: readonly AuditRun[];
  triage: readonly TriageRow[];
  glossary: readonly GlossaryEntry[];
}

/** Content of the audit page and its HTTP status: 400 or 404 for wrong filters, otherwise 200. */
export async function auditView(
  source: AuditSource,
  query: Static<typeof PageQuery>,
): Promise<{ view: AuditView; status: number }> {
  const filters = enteredOf(query);
  const { parameters, faults, status } = validate(source, filters);
  const runs = selectRuns(source.live.read, source.token);
  const selected = resolveRun(runs, parameters.run);
  const { run: _, ...rowParameters } = parameters;
  const rowFilters = toRowFilters(rowParameters);
  const isFiltered = !isUnfiltered(rowFilters);
  const isEmpty = selected === null || faults.length > 0;
  const page = isEmpty
    ? NO_ROWS
    : await pageOfRows(runs.sql, selected, {
        filters: rowFilters,
        from: parsePosition(query.from),
        limit: PAGE_ROWS,
      });
  return {
    status,
    view: {
      entered: filters,
      faults,
      isFiltered,
      selected,
      logged: readEntry(source.log, selected?.log ?? null),
      page,
      trend: selected === null ? [] : findTrend(runs, selected, TREND_RUNS).runs,
      difference: compareWithBaseline(source, parameters.run),
      runs: runs.tokenId === null ? [] : listRuns(runs.sql, runs.tokenId, { limit: LISTED_RUNS }),
      triage: isFiltered || faults.length > 0 ? listTriageViews(source, page.rows) : newestTriage(source),
      glossary: readGlossary(runs.sql),
    },
  };
}

function newestTriage(source: AuditSource): readonly TriageRow[] {
  return triageDocument(source, { limit: LISTED_TRIAGE }).body.rows;
}

export const NO_ROWS: RowPage = { rows: [], next: null };

/** Parses a position in a run's rows; 0 if missing or malformed. */
export function parsePosition(text: string | undefined): number {
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
}

/** URL of the same rows from another position on. */
export function rowsAddress(path: string, filters: Partial<EnteredFilters>, from: number): string {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  return `${path}?${new URLSearchParams([...given, ["from", String(from)]])}#anomalies`;
}

function enteredOf(query: Static<typeof PageQuery>): EnteredFilters {
  const { run = "", severity = "", types = "", signature = "", wallet = "", min_abs_delta = "" } = query;
  return { run, severity, types, signature, wallet, min_abs_delta };
}

const PARAMETERS = createValidator(ExportQuery);

interface ValidatedFilters {
  /** The latest run without filters if there are faults. */
  parameters: Static<typeof ExportQuery>;
  faults: readonly FieldFault[];
  status: number;
}

/** Validates the filters by the rules of export.json. */
function validate(source: AuditSource, { run, ...filters }: EnteredFilters): ValidatedFilters {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  const parameters = { run: run === "" ? "latest" : run, ...Object.fromEntries(given) };
  const faults = PARAMETERS.faults(parameters);
  if (faults !== null) return { parameters: { run: "latest" }, faults, status: 400 };
  try {
    resolveRun(selectRuns(source.live.read, source.token), parameters.run);
    return { parameters, faults: [], status: 200 };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const unknown = { field: "run", message: "must be latest or a run from the list below" };
    return { parameters: { run: "latest" }, faults: [unknown], status: error.status };
  }
}
