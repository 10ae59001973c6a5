import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { auditTriage } from "../../../../db/tables/audits.ts";

export const TRIAGE_STATUSES = ["open", "investigating", "explained", "false_positive", "resolved"] as const;
export type TriageStatus = (typeof TRIAGE_STATUSES)[number];

/** A triage entry of a transaction or a row: exactly one of signature and row_id is set. Times in Unix milliseconds. */
export type TriageRow = Pick<
  RowOf<typeof auditTriage>,
  "id" | "at" | "signature" | "row_id" | "status" | "owner" | "eta_utc" | "note" | "operator"
>;

const COLUMNS = "id, at, signature, row_id, status, owner, eta_utc, note, operator";
const IS_NEWEST = `NOT EXISTS (SELECT 1 FROM audit_triage later WHERE later.token_id = ?1
  AND later.signature IS t.signature AND later.row_id IS t.row_id AND later.id > t.id)`;

export function insertTriage(tx: Tx, tokenId: number, row: Omit<TriageRow, "id" | "at">): void {
  tx.run(
    `INSERT INTO audit_triage (token_id, at, signature, row_id, status, owner, eta_utc, note, operator)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    tokenId,
    tx.now,
    row.signature,
    row.row_id,
    row.status,
    row.owner,
    row.eta_utc,
    row.note,
    row.operator,
  );
}

/** The newest entry of each transaction and row, newest first. */
export function listTriage(
  sql: Sql,
  tokenId: number,
  { status, limit, before = null }: { status: TriageStatus | null; limit: number; before?: number | null },
): TriageRow[] {
  return sql.all<TriageRow>(
    `SELECT ${COLUMNS} FROM audit_triage t WHERE token_id = ?1 AND (?2 IS NULL OR status = ?2) AND id < ?3
       AND ${IS_NEWEST} ORDER BY id DESC LIMIT ?4`,
    tokenId,
    status,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

interface Triaged {
  signatures: readonly string[];
  rowIds: readonly string[];
  /** Whether earlier entries are included. */
  withHistory: boolean;
}

/** The newest triage entry of each of these transactions and rows, or all of them, newest first. */
export function listTriageByRows(
  sql: Sql,
  tokenId: number,
  { signatures, rowIds, withHistory }: Triaged,
): TriageRow[] {
  return sql.all<TriageRow>(
    `SELECT ${COLUMNS} FROM audit_triage t WHERE token_id = ?1 AND (?4 OR ${IS_NEWEST})
       AND (signature IN (SELECT value FROM json_each(?2)) OR row_id IN (SELECT value FROM json_each(?3)))
       ORDER BY id DESC`,
    tokenId,
    JSON.stringify(signatures),
    JSON.stringify(rowIds),
    withHistory ? 1 : 0,
  );
}

/** All entries of a transaction or a row, newest first. */
export function listTriageHistory(
  sql: Sql,
  tokenId: number,
  { signature, row_id, limit }: Pick<TriageRow, "signature" | "row_id"> & { limit: number },
): TriageRow[] {
  return sql.all<TriageRow>(
    `SELECT ${COLUMNS} FROM audit_triage WHERE token_id = ? AND signature IS ? AND row_id IS ? ORDER BY id DESC LIMIT ?`,
    tokenId,
    signature,
    row_id,
    limit,
  );
}
