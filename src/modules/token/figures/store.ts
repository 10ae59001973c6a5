import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  chainAttempts,
  chainFigures,
  chainSources,
  holderDays,
  rpcAddresses,
} from "../../../db/tables/chain.ts";
import type { FigureKind } from "./figures.ts";
import type { TrackedToken } from "./tracked-token.ts";

export type FigureRow = Pick<RowOf<typeof chainFigures>, "slot" | "taken_at" | "rpc_hosts" | "data">;

/** Figures to be stored as those of their kind. */
interface NewFigure extends FigureRow {
  kind: FigureKind;
}

type AttemptRow = RowOf<typeof chainAttempts>;

export type RpcAddressRow = Pick<
  RowOf<typeof rpcAddresses>,
  "position" | "host" | "chain" | "slot" | "answered_at" | "failed_at" | "error"
>;

export type HolderDayRow = Pick<
  RowOf<typeof holderDays>,
  "day" | "token_accounts" | "non_zero_accounts" | "unique_owners" | "slot" | "taken_at"
>;

/** The token that these addresses last led to; null before the chain was first reached. */
export function findTokenId(sql: Sql, source: string): number | null {
  return (
    sql.get<Pick<RowOf<typeof chainSources>, "token_id">>(
      "SELECT token_id FROM chain_sources WHERE source = ?",
      source,
    )?.token_id ?? null
  );
}

export function findFigure(sql: Sql, tokenId: number, kind: FigureKind): FigureRow | null {
  return sql.get<FigureRow>(
    "SELECT slot, taken_at, rpc_hosts, data FROM chain_figures WHERE token_id = ? AND kind = ?",
    tokenId,
    kind,
  );
}

export function findAttempt(sql: Sql, source: string, kind: FigureKind): AttemptRow | null {
  return sql.get<AttemptRow>("SELECT * FROM chain_attempts WHERE source = ? AND kind = ?", source, kind);
}

export function listRpcAddresses(sql: Sql, source: string): RpcAddressRow[] {
  return sql.all<RpcAddressRow>(
    "SELECT position, host, chain, slot, answered_at, failed_at, error FROM rpc_addresses WHERE source = ? ORDER BY position",
    source,
  );
}

export function listHolderDayRows(sql: Sql, tokenId: number, limit: number): HolderDayRow[] {
  return sql.all<HolderDayRow>(
    `SELECT day, token_accounts, non_zero_accounts, unique_owners, slot, taken_at FROM holder_days
       WHERE token_id = ? ORDER BY day DESC LIMIT ?`,
    tokenId,
    limit,
  );
}

/** Stores the chain behind the addresses. Returns the token's id there. */
export function ensureToken(
  tx: Tx,
  { source, mint }: Pick<TrackedToken, "source" | "mint">,
  chain: string,
): number {
  tx.run(
    "INSERT INTO chain_tokens (chain, mint, transactions, created_at) VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING",
    chain,
    mint,
    tx.now,
  );
  const found = tx.get<{ id: number }>(
    "SELECT id FROM chain_tokens WHERE chain = ? AND mint = ?",
    chain,
    mint,
  );
  if (found === null) throw new Error("the token was not stored");
  tx.run(
    `INSERT INTO chain_sources (source, token_id, seen_at) VALUES (?, ?, ?)
       ON CONFLICT (source) DO UPDATE SET token_id = excluded.token_id, seen_at = excluded.seen_at`,
    source,
    found.id,
    tx.now,
  );
  return found.id;
}

/** Replaces the figures of a kind, unless the stored ones are of a later slot. */
export function upsertFigure(tx: Tx, tokenId: number, row: NewFigure): void {
  tx.run(
    `INSERT INTO chain_figures (token_id, kind, slot, taken_at, rpc_hosts, data) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (token_id, kind) DO UPDATE SET slot = excluded.slot, taken_at = excluded.taken_at,
         rpc_hosts = excluded.rpc_hosts, data = excluded.data WHERE excluded.slot >= chain_figures.slot`,
    tokenId,
    row.kind,
    row.slot,
    row.taken_at,
    row.rpc_hosts,
    row.data,
  );
}

/** Stores the result of an attempt; `error` is null for success. */
export function upsertAttempt(
  tx: Tx,
  {
    source,
    kind,
    error,
    disagreements,
  }: { source: string; kind: FigureKind; error: string | null; disagreements: string },
): void {
  tx.run(
    `INSERT INTO chain_attempts (source, kind, attempted_at, succeeded_at, failed_since, error, disagreements)
       VALUES (?1, ?2, ?3, iif(?4 IS NULL, ?3, NULL), iif(?4 IS NULL, NULL, ?3), ?4, ?5)
       ON CONFLICT (source, kind) DO UPDATE SET attempted_at = ?3, error = ?4, disagreements = ?5,
         succeeded_at = iif(?4 IS NULL, ?3, succeeded_at),
         failed_since = iif(?4 IS NULL, NULL, coalesce(failed_since, ?3))`,
    source,
    kind,
    tx.now,
    error,
    disagreements,
  );
}

/** Updates an address's row; a null keeps the stored value. */
export function upsertRpcAddress(tx: Tx, source: string, row: RpcAddressRow): void {
  tx.run(
    `INSERT INTO rpc_addresses (source, position, host, chain, slot, answered_at, failed_at, error)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       ON CONFLICT (source, position) DO UPDATE SET host = ?3, chain = coalesce(?4, chain), slot = coalesce(?5, slot),
         answered_at = coalesce(?6, answered_at), failed_at = coalesce(?7, failed_at), error = ?8`,
    source,
    row.position,
    row.host,
    row.chain,
    row.slot,
    row.answered_at,
    row.failed_at,
    row.error,
  );
}

export function upsertHolderDay(tx: Tx, tokenId: number, row: HolderDayRow): void {
  tx.run(
    `INSERT INTO holder_days (token_id, day, token_accounts, non_zero_accounts, unique_owners, slot, taken_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (token_id, day) DO UPDATE SET token_accounts = excluded.token_accounts,
         non_zero_accounts = excluded.non_zero_accounts, unique_owners = excluded.unique_owners,
         slot = excluded.slot, taken_at = excluded.taken_at WHERE excluded.slot >= holder_days.slot`,
    tokenId,
    row.day,
    row.token_accounts,
    row.non_zero_accounts,
    row.unique_owners,
    row.slot,
    row.taken_at,
  );
}
