import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { conversions, solvencySnapshots, solvencyTiles } from "../../../db/tables/ledger.ts";
import type { users } from "../../../db/tables/users.ts";

const SNAPSHOT = columns<typeof solvencySnapshots>()(
  "id",
  "taken_at",
  "leaves",
  "liabilities",
  "root",
  "pending_tokens",
  "rate",
);

export type SnapshotRow = In<typeof SNAPSHOT>;

export function findNewestSnapshot(sql: Sql): SnapshotRow | null {
  return sql.get<SnapshotRow>(`SELECT ${SNAPSHOT} FROM solvency_snapshots ORDER BY id DESC LIMIT 1`);
}

export function insertSnapshot(tx: Tx, row: SnapshotRow): void {
  tx.run(
    `INSERT INTO solvency_snapshots (id, taken_at, leaves, liabilities, root, pending_tokens, rate)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.taken_at,
    row.leaves,
    row.liabilities,
    row.root,
    row.pending_tokens,
    row.rate,
  );
}

export type Tile = RowOf<typeof solvencyTiles>;

export function insertTile(tx: Tx, tile: Tile): void {
  tx.run(
    "INSERT INTO solvency_tiles (snapshot_id, level, tile_index, first_user_id, data) VALUES (?, ?, ?, ?, ?)",
    tile.snapshot_id,
    tile.level,
    tile.tile_index,
    tile.first_user_id,
    tile.data,
  );
}

/** The tile of a level that covers a user, whether or not the user is counted; null before the first user. */
export function findTileOfUser(
  sql: Sql,
  { snapshotId, level, userId }: { snapshotId: number; level: number; userId: number },
): Pick<Tile, "tile_index" | "data"> | null {
  return sql.get<Pick<Tile, "tile_index" | "data">>(
    `SELECT tile_index, data FROM solvency_tiles
       WHERE snapshot_id = ? AND level = ? AND first_user_id <= ? ORDER BY first_user_id DESC LIMIT 1`,
    snapshotId,
    level,
    userId,
  );
}

/** Deletes up to `limit` tiles of snapshots up to `through` or after `from`. Returns the number deleted. */
export function deleteTiles(
  tx: Tx,
  { through, from }: { through: number; from: number },
  limit: number,
): number {
  return tx.run(
    `DELETE FROM solvency_tiles WHERE (snapshot_id, level, tile_index) IN (SELECT snapshot_id, level, tile_index
       FROM solvency_tiles WHERE snapshot_id <= ? OR snapshot_id >= ? LIMIT ?)`,
    through,
    from,
    limit,
  ).changes;
}

export function deleteSnapshots(tx: Tx, through: number): void {
  tx.run("DELETE FROM solvency_snapshots WHERE id <= ?", through);
}

/** A page of the users counted as creditors, by id: everyone with a balance, and users without one. */
export function listBalances(
  sql: Sql,
  after: number,
  limit: number,
): Pick<RowOf<typeof users>, "id" | "balance">[] {
  return sql.all<Pick<RowOf<typeof users>, "id" | "balance">>(
    "SELECT id, balance FROM users WHERE id > ? AND (balance > 0 OR deleted_at IS NULL) ORDER BY id LIMIT ?",
    after,
    limit,
  );
}

export type PendingRow = Pick<RowOf<typeof conversions>, "id" | "mint" | "decimals" | "token_amount">;

export function listPending(sql: Sql, after: number, limit: number): PendingRow[] {
  return sql.all<PendingRow>(
    `SELECT id, mint, decimals, token_amount FROM conversions
       WHERE state = 'pending_settlement' AND id > ? ORDER BY id LIMIT ?`,
    after,
    limit,
  );
}
