import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { linkInboxExports, linkInboxTokens } from "../../../db/tables/desk/link-inbox.ts";

export type TokenRow = Pick<
  RowOf<typeof linkInboxTokens>,
  "token_hash" | "operator" | "filters" | "expires_at" | "used_at"
>;

export function insertToken(
  tx: Tx,
  { token_hash, operator, filters, expires_at }: Omit<TokenRow, "used_at">,
): void {
  tx.run(
    `INSERT INTO link_inbox_tokens (token_hash, operator, filters, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`,
    token_hash,
    operator,
    filters,
    tx.now,
    expires_at,
  );
}

export function findToken(sql: Sql, hash: string): TokenRow | null {
  return sql.get<TokenRow>(
    "SELECT token_hash, operator, filters, expires_at, used_at FROM link_inbox_tokens WHERE token_hash = ?",
    hash,
  );
}

/** Marks a token as used. @returns false if it was used before */
export function useToken(tx: Tx, hash: string): boolean {
  return (
    tx.run("UPDATE link_inbox_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL", tx.now, hash)
      .changes === 1
  );
}

export type ExportRow = RowOf<typeof linkInboxExports>;

export function insertExport(tx: Tx, row: Omit<ExportRow, "id" | "at">): void {
  tx.run(
    `INSERT INTO link_inbox_exports (at, requested_by, format, source, filters, rows, bytes, is_compressed, sha256,
         duration_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    tx.now,
    row.requested_by,
    row.format,
    row.source,
    row.filters,
    row.rows,
    row.bytes,
    row.is_compressed,
    row.sha256,
    row.duration_ms,
  );
}

/** Newest first; all operators if `requestedBy` is null. */
export function listExports(sql: Sql, requestedBy: string | null, limit: number): ExportRow[] {
  return sql.all<ExportRow>(
    "SELECT * FROM link_inbox_exports WHERE ?1 IS NULL OR requested_by = ?1 ORDER BY id DESC LIMIT ?2",
    requestedBy,
    limit,
  );
}

export interface ExportTotals extends Pick<ExportRow, "rows" | "bytes"> {
  exports: number;
}

export function sumExports(sql: Sql, requestedBy: string | null): ExportTotals {
  return (
    sql.get<ExportTotals>(
      `SELECT COUNT(*) AS exports, coalesce(sum(rows), 0) AS rows, coalesce(sum(bytes), 0) AS bytes
         FROM link_inbox_exports WHERE ?1 IS NULL OR requested_by = ?1`,
      requestedBy,
    ) ?? { exports: 0, rows: 0, bytes: 0 }
  );
}

/** Deletes up to `chunk` old tokens and up to `chunk` old exports. @returns the number of deleted rows */
export function purgeExports(tx: Tx, before: number, chunk: number): number {
  return (
    tx.run("DELETE FROM link_inbox_tokens WHERE expires_at < ? LIMIT ?", before, chunk).changes +
    tx.run("DELETE FROM link_inbox_exports WHERE at < ? LIMIT ?", before, chunk).changes
  );
}
