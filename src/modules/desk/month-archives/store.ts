import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { monthArchives } from "../../../db/tables/desk/months.ts";
import type { partners } from "../../../db/tables/partners.ts";

const COLUMNS = columns<typeof monthArchives>()(
  "id",
  "month",
  "partner_id",
  "state",
  "entries",
  "written",
  "bytes",
  "sha256",
  "is_provisional",
  "error",
  "requested_by",
  "created_at",
  "finished_at",
);

export interface ArchiveRow extends In<typeof COLUMNS> {
  partner: RowOf<typeof partners>["name"];
}

const VIEW = `SELECT ${COLUMNS}, (SELECT name FROM partners WHERE id = partner_id) AS partner FROM month_archives`;

/** Asks for an archive, also of a month that has one: it is made again. */
export function upsertWaiting(
  tx: Tx,
  {
    month,
    partner_id,
    entries,
    requested_by,
  }: Pick<ArchiveRow, "month" | "partner_id" | "entries" | "requested_by">,
): void {
  tx.run(
    `INSERT INTO month_archives (month, partner_id, state, entries, written, requested_by, created_at)
       VALUES (?1, ?2, 'waiting', ?3, 0, ?4, ?5)
       ON CONFLICT (month, partner_id) DO UPDATE SET state = 'waiting', entries = ?3, written = 0, error = NULL,
         requested_by = ?4, created_at = ?5, finished_at = NULL`,
    month,
    partner_id,
    entries,
    requested_by,
    tx.now,
  );
}

export function findArchive(sql: Sql, id: number): ArchiveRow | null {
  return sql.get<ArchiveRow>(`${VIEW} WHERE id = ?`, id);
}

/** The oldest archive that is to be made. */
export function findWaiting(sql: Sql): ArchiveRow | null {
  return sql.get<ArchiveRow>(`${VIEW} WHERE state = 'waiting' ORDER BY id LIMIT 1`);
}

/** Archives of a month by the partner's name. @param partnerId only this one; null for all */
export function listArchives(sql: Sql, month: string, partnerId: number | null): ArchiveRow[] {
  return sql.all<ArchiveRow>(
    `${VIEW} WHERE month = ?1 AND (?2 IS NULL OR partner_id = ?2) ORDER BY partner LIMIT 1000`,
    month,
    partnerId,
  );
}

/** The oldest month between two others with a provisional archive. */
export function findProvisionalMonth(sql: Sql, after: string, before: string): string | null {
  const row = sql.get<Pick<ArchiveRow, "month">>(
    `SELECT month FROM month_archives WHERE state = 'done' AND is_provisional = 1 AND month > ? AND month < ?
       ORDER BY month LIMIT 1`,
    after,
    before,
  );
  return row?.month ?? null;
}

export function setWritten(tx: Tx, id: number, written: number): void {
  tx.run("UPDATE month_archives SET written = ? WHERE id = ? AND state = 'waiting'", written, id);
}

/** An archive that was asked for again meanwhile keeps waiting. */
export function setDone(
  tx: Tx,
  { id, created_at }: Pick<ArchiveRow, "id" | "created_at">,
  {
    written,
    bytes,
    sha256,
    isProvisional,
  }: { written: number; bytes: number; sha256: string; isProvisional: boolean },
): void {
  tx.run(
    `UPDATE month_archives SET state = 'done', written = ?, bytes = ?, sha256 = ?, is_provisional = ?, finished_at = ?
       WHERE id = ? AND created_at = ?`,
    written,
    bytes,
    sha256,
    isProvisional ? 1 : 0,
    tx.now,
    id,
    created_at,
  );
}

export function setFailed(
  tx: Tx,
  { id, created_at }: Pick<ArchiveRow, "id" | "created_at">,
  error: string,
): void {
  tx.run(
    "UPDATE month_archives SET state = 'failed', error = ?, finished_at = ? WHERE id = ? AND created_at = ?",
    error,
    tx.now,
    id,
    created_at,
  );
}
