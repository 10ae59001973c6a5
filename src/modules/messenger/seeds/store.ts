import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerSeeds } from "../../../db/tables/messenger/fairness.ts";

export type ClientSeedSource = RowOf<typeof messengerSeeds>["client_seed_source"];

export type SeedRow = RowOf<typeof messengerSeeds>;

const COLUMNS = `id, player_id, server_seed_hash, server_seed_sealed, server_seed, client_seed, client_seed_source,
  next_nonce, created_at, revealed_at, day_index`;

/** The player's current seed: the one not revealed. */
export function findCurrentSeed(sql: Sql, playerId: number): SeedRow | null {
  return sql.get<SeedRow>(
    `SELECT ${COLUMNS} FROM messenger_seeds WHERE player_id = ? AND revealed_at IS NULL`,
    playerId,
  );
}

export function findSeed(sql: Sql, id: number): SeedRow | null {
  return sql.get<SeedRow>(`SELECT ${COLUMNS} FROM messenger_seeds WHERE id = ?`, id);
}

export function insertSeed(
  tx: Tx,
  seed: Pick<SeedRow, "player_id" | "server_seed_hash" | "client_seed" | "client_seed_source"> & {
    server_seed_sealed: string;
  },
): number {
  return tx.run(
    `INSERT INTO messenger_seeds (player_id, server_seed_hash, server_seed_sealed, client_seed, client_seed_source,
       next_nonce, created_at) VALUES (?, ?, ?, ?, ?, 1, ?)`,
    seed.player_id,
    seed.server_seed_hash,
    seed.server_seed_sealed,
    seed.client_seed,
    seed.client_seed_source,
    tx.now,
  ).lastInsertRowid;
}

/** Advances to the next nonce, and stores the client seed of the round. */
export function advanceSeed(tx: Tx, seed: Pick<SeedRow, "id" | "client_seed" | "client_seed_source">): void {
  tx.run(
    "UPDATE messenger_seeds SET next_nonce = next_nonce + 1, client_seed = ?, client_seed_source = ? WHERE id = ?",
    seed.client_seed,
    seed.client_seed_source,
    seed.id,
  );
}

export function setClientSeed(
  tx: Tx,
  seed: Pick<SeedRow, "id" | "client_seed" | "client_seed_source">,
): void {
  tx.run(
    "UPDATE messenger_seeds SET client_seed = ?, client_seed_source = ? WHERE id = ?",
    seed.client_seed,
    seed.client_seed_source,
    seed.id,
  );
}

export function revealSeed(tx: Tx, id: number, serverSeed: string): void {
  tx.run(
    "UPDATE messenger_seeds SET server_seed = ?, server_seed_sealed = NULL, revealed_at = ? WHERE id = ?",
    serverSeed,
    tx.now,
    id,
  );
}

/** A current seed by its place among all, oldest first. */
export type SeedPlace = Pick<SeedRow, "id" | "created_at">;

/**
 * Current seeds of players without an active round, created before a time, oldest first.
 * @param after continues the list
 */
export function listOldSeeds(
  sql: Sql,
  after: SeedPlace,
  { before, limit }: { before: number; limit: number },
): (SeedPlace & Pick<SeedRow, "player_id" | "next_nonce">)[] {
  return sql.all(
    `SELECT id, created_at, player_id, next_nonce FROM messenger_seeds AS s
       WHERE revealed_at IS NULL AND (created_at, id) > (?, ?) AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM messenger_rounds AS r WHERE r.player_id = s.player_id AND r.state = 'active')
       ORDER BY created_at, id LIMIT ?`,
    after.created_at,
    after.id,
    before,
    limit,
  );
}
