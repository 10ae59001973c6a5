import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { opsDigests } from "../../../db/tables/desk/incidents.ts";

export type DigestRow = RowOf<typeof opsDigests>;

export function insertDigest(tx: Tx, isWell: boolean, body: object): void {
  tx.run(
    "INSERT INTO ops_digests (at, is_well, body) VALUES (?, ?, ?)",
    tx.now,
    isWell ? 1 : 0,
    JSON.stringify(body),
  );
}

/** Newest first. */
export function listDigests(sql: Sql, limit: number): Pick<DigestRow, "id" | "at" | "is_well">[] {
  return sql.all("SELECT id, at, is_well FROM ops_digests ORDER BY id DESC LIMIT ?", limit);
}

/** Time from the previous digest to the last digest with concerns; null if none had any. */
export function lastWarnSpan(sql: Sql): { from: number | null; to: number } | null {
  const last = sql.get<Pick<RowOf<typeof opsDigests>, "id" | "at">>(
    "SELECT id, at FROM ops_digests WHERE is_well = 0 ORDER BY id DESC LIMIT 1",
  );
  if (last === null) return null;
  const before = sql.get<Pick<RowOf<typeof opsDigests>, "at">>(
    "SELECT at FROM ops_digests WHERE id < ? ORDER BY id DESC LIMIT 1",
    last.id,
  );
  return { from: before?.at ?? null, to: last.at };
}

export function purgeDigests(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM ops_digests WHERE at < ? LIMIT ?", before, chunk).changes;
}
