import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { logEntries, logObjects, signedLogs } from "../../../db/tables/signed-log.ts";
import type { Node, ReadNode } from "../../../kit/crypto/merkle.ts";

export type LogRow = RowOf<typeof signedLogs>;

export type EntryRow = Pick<
  RowOf<typeof logEntries>,
  "entry_index" | "kind" | "sha256" | "taken_at" | "entry"
>;

export const LEAF = jsonColumn(
  "log_entries.entry",
  Type.Object({ kind: Type.String(), sha256: Type.String(), taken_at: Type.String(), url: Type.String() }),
);

export type ObjectRow = RowOf<typeof logObjects>;

/** The current log, to which entries are appended: the newest one. */
export function currentLog(sql: Sql): LogRow | null {
  return sql.get<LogRow>("SELECT * FROM signed_logs ORDER BY id DESC LIMIT 1");
}

export function findLog(sql: Sql, id: number): LogRow | null {
  return sql.get<LogRow>("SELECT * FROM signed_logs WHERE id = ?", id);
}

export function findLogByOrigin(sql: Sql, origin: string): LogRow | null {
  return sql.get<LogRow>("SELECT * FROM signed_logs WHERE origin = ?", origin);
}

export function insertLog(
  tx: Tx,
  { id, uid, origin, vkey }: Pick<LogRow, "id" | "uid" | "origin" | "vkey">,
): void {
  tx.run(
    "INSERT INTO signed_logs (id, uid, origin, vkey, note, opened_at) VALUES (?, ?, ?, ?, NULL, ?)",
    id,
    uid,
    origin,
    vkey,
    tx.now,
  );
}

/** Sets a log's origin and key once; later calls have no effect. */
export function setIdentity(tx: Tx, id: number, { origin, vkey }: { origin: string; vkey: string }): void {
  tx.run("UPDATE signed_logs SET origin = ?, vkey = ? WHERE id = ? AND origin IS NULL", origin, vkey, id);
}

export function setNote(tx: Tx, id: number, note: string): void {
  tx.run("UPDATE signed_logs SET note = ? WHERE id = ?", note, id);
}

/** Sets the last note of a log that a restart closes, and whether its entries contradict that note. */
export function closeLog(
  tx: Tx,
  id: number,
  { note, contradicts_note }: { note: string } & Pick<LogRow, "contradicts_note">,
): void {
  tx.run("UPDATE signed_logs SET note = ?, contradicts_note = ? WHERE id = ?", note, contradicts_note, id);
}

/** Number of a log's entries, published or not. */
export function entryCount(sql: Sql, logId: number): number {
  const last = sql.get<{ last: number | null }>(
    "SELECT max(entry_index) AS last FROM log_entries WHERE log_id = ?",
    logId,
  )?.last;
  return last == null ? 0 : last + 1;
}

export function insertObject(tx: Tx, object: ObjectRow): void {
  tx.run(
    "INSERT INTO log_objects (sha256, media_type, size, gzip) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
    object.sha256,
    object.media_type,
    object.size,
    object.gzip,
  );
}

export function insertEntry(tx: Tx, logId: number, row: EntryRow): void {
  tx.run(
    "INSERT INTO log_entries (log_id, entry_index, kind, sha256, taken_at, entry) VALUES (?, ?, ?, ?, ?, ?)",
    logId,
    row.entry_index,
    row.kind,
    row.sha256,
    row.taken_at,
    row.entry,
  );
}

export function insertNode(tx: Tx, logId: number, { level, index, hash }: Node): void {
  tx.run(
    "INSERT INTO log_nodes (log_id, level, node_index, hash) VALUES (?, ?, ?, ?)",
    logId,
    level,
    index,
    hash,
  );
}

/** Reads nodes of one log's tree. */
export function nodeReader(sql: Sql, logId: number): ReadNode {
  return (level, index) => {
    const [hash] = nodesFrom(sql, logId, { level, from: index, count: 1 });
    if (hash === undefined) throw new Error(`log ${logId} lacks node ${index} of level ${level}`);
    return hash;
  };
}

interface Range {
  from: number;
  count: number;
}

export function nodesFrom(
  sql: Sql,
  logId: number,
  { level, from, count }: Range & { level: number },
): Uint8Array[] {
  return sql
    .all<{ hash: Uint8Array }>(
      `SELECT hash FROM log_nodes WHERE log_id = ? AND level = ? AND node_index >= ? AND node_index < ?
        ORDER BY node_index`,
      logId,
      level,
      from,
      from + count,
    )
    .map((row) => row.hash);
}

export function entriesFrom(sql: Sql, logId: number, { from, count }: Range): string[] {
  return sql
    .all<Pick<RowOf<typeof logEntries>, "entry">>(
      `SELECT entry FROM log_entries WHERE log_id = ? AND entry_index >= ? AND entry_index < ?
        ORDER BY entry_index`,
      logId,
      from,
      from + count,
    )
    .map((row) => row.entry);
}

/** The last entry of a kind. */
export function lastOfKind(sql: Sql, logId: number, kind: string): EntryRow | null {
  return sql.get<EntryRow>(
    `SELECT entry_index, kind, sha256, taken_at, entry FROM log_entries WHERE log_id = ? AND kind = ?
      ORDER BY entry_index DESC LIMIT 1`,
    logId,
    kind,
  );
}

export function lastEntryAt(sql: Sql, logId: number): number | null {
  return (
    sql.get<Pick<RowOf<typeof logEntries>, "taken_at">>(
      "SELECT taken_at FROM log_entries WHERE log_id = ? ORDER BY entry_index DESC LIMIT 1",
      logId,
    )?.taken_at ?? null
  );
}

export function findObject(sql: Sql, sha256: string): ObjectRow | null {
  return sql.get<ObjectRow>("SELECT * FROM log_objects WHERE sha256 = ?", sha256);
}
