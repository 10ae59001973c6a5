import { Conditions } from "../../../../db/conditions.ts";
import type { RowOf } from "../../../../db/row.ts";
import type { Sql } from "../../../../db/sql.ts";
import type { auditRows } from "../../../../db/tables/audits.ts";
import type { AnomalyType } from "../../audits/detectors/index.ts";

export type AnomalyRow = RowOf<typeof auditRows> & { anomaly_type: AnomalyType };

/** Conditions that rows must meet; null for any. */
export interface RowFilters {
  severities: readonly string[] | null;
  types: readonly string[] | null;
  /** Prefix of the signature. */
  signature: string | null;
  wallet: string | null;
  /** Whole tokens as a normalized decimal; excludes rows without abs_delta. */
  minAbsDelta: string | null;
}

/** The positions [from, to) of a run. */
export interface Span {
  run: string;
  from: number;
  to: number;
}

const COLUMNS =
  "run, position, row_id, signature, slot, block_time, anomaly_type, severity, wallet, delta, abs_delta, details";
const SPAN = "FROM audit_rows WHERE run = ? AND position >= ? AND position < ?";

/** Matching rows of a span in the published order. */
export function listSpan(sql: Sql, span: Span, filters: RowFilters): AnomalyRow[] {
  const { text, values } = conditionsOf(filters);
  return sql.all<AnomalyRow>(
    `SELECT ${COLUMNS} ${SPAN} AND ${text} ORDER BY position`,
    ...spanOf(span),
    ...values,
  );
}

/** The columns that rank a row among the anomalies of its run. */
export type RankedRow = Pick<AnomalyRow, "signature" | "anomaly_type" | "severity" | "abs_delta">;

/** Rows of a span with a signature, in the published order: rows of one signature are adjacent. */
export function listSpanRanks(sql: Sql, span: Span): RankedRow[] {
  return sql.all<RankedRow>(
    `SELECT signature, anomaly_type, severity, abs_delta ${SPAN} AND signature IS NOT NULL ORDER BY position`,
    ...spanOf(span),
  );
}

/** Number of matching rows and distinct signatures in a span. */
export interface SpanCount {
  rows: number;
  signatures: number;
  /** Signatures of the first and the last matching row; adjacent spans may share one. */
  firstSignature: string | null;
  lastSignature: string | null;
}

export function countSpan(sql: Sql, span: Span, filters: RowFilters): SpanCount {
  const { text, values } = conditionsOf(filters);
  const found = sql.get<{ rows: number; signatures: number; first: number | null; last: number | null }>(
    `SELECT count(*) AS rows, count(DISTINCT signature) AS signatures, min(position) AS first, max(position) AS last
       ${SPAN} AND ${text}`,
    ...spanOf(span),
    ...values,
  );
  return {
    rows: found?.rows ?? 0,
    signatures: found?.signatures ?? 0,
    firstSignature: signatureAt(sql, span.run, found?.first ?? null),
    lastSignature: signatureAt(sql, span.run, found?.last ?? null),
  };
}

/** A row of a finished run, with the run's label. */
export interface RunRow extends AnomalyRow {
  label: string;
}

/** Rows of one transaction in all finished runs of a token, newest run first. */
export function listOfSignature(
  sql: Sql,
  tokenId: number,
  { signature, limit }: { signature: string; limit: number },
): RunRow[] {
  return sql.all<RunRow>(
    `SELECT r.*, a.label ${rowsBy("signature")} ORDER BY r.run DESC, r.position LIMIT ?`,
    signature,
    tokenId,
    limit,
  );
}

const MAX_TYPES = 20;

/** Rows of all finished runs of a token, with parameters for the column's value and the token's id. */
function rowsBy(column: "signature" | "row_id"): string {
  return `FROM audit_rows r JOIN audit_runs a ON a.run = r.run
       WHERE r.${column} = ? AND a.token_id = ? AND a.finished_at IS NOT NULL`;
}

/** Anomaly types found in a transaction by any finished run of a token, sorted by name. */
export function typesOfSignature(sql: Sql, tokenId: number, signature: string): AnomalyType[] {
  return sql
    .all<{ anomaly_type: AnomalyType }>(
      `SELECT DISTINCT r.anomaly_type ${rowsBy("signature")} ORDER BY r.anomaly_type LIMIT ?`,
      signature,
      tokenId,
      MAX_TYPES,
    )
    .map(({ anomaly_type }) => anomaly_type);
}

/** Signature and type of a row, from the newest finished run of a token that contains it; null if none does. */
export function findByRowId(
  sql: Sql,
  tokenId: number,
  rowId: string,
): Pick<AnomalyRow, "signature" | "anomaly_type"> | null {
  return sql.get(
    `SELECT r.signature, r.anomaly_type ${rowsBy("row_id")} ORDER BY r.run DESC LIMIT 1`,
    rowId,
    tokenId,
  );
}

function signatureAt(sql: Sql, run: string, position: number | null): string | null {
  if (position === null) return null;
  return (
    sql.get<Pick<RowOf<typeof auditRows>, "signature">>(
      "SELECT signature FROM audit_rows WHERE run = ? AND position = ?",
      run,
      position,
    )?.signature ?? null
  );
}

function spanOf({ run, from, to }: Span): [string, number, number] {
  return [run, from, to];
}

/** Digits before the decimal point, plus one. Of two normalized amounts, the one with more digits is greater. */
const WHOLE_DIGITS = "instr(abs_delta || '.', '.')";

function conditionsOf(filters: RowFilters): Conditions {
  const { severities, types, signature, wallet, minAbsDelta } = filters;
  const conditions = new Conditions();
  if (severities !== null)
    conditions.add("severity IN (SELECT value FROM json_each(?))", JSON.stringify(severities));
  if (types !== null)
    conditions.add("anomaly_type IN (SELECT value FROM json_each(?))", JSON.stringify(types));
  // z is the last base58 character, and { follows it.
  if (signature !== null) conditions.add("signature >= ? AND signature < ? || '{'", signature, signature);
  conditions.addGiven("wallet = ?", wallet);
  if (minAbsDelta !== null) {
    const digits = `${minAbsDelta}.`.indexOf(".") + 1;
    const isGreater = `(${WHOLE_DIGITS} > ? OR (${WHOLE_DIGITS} = ? AND abs_delta >= ?))`;
    conditions.add(isGreater, digits, digits, minAbsDelta);
  }
  return conditions;
}
