import type { Sql } from "../../../db/sql.ts";
import type { FigureKind, FiguresByKind } from "./figures.ts";
import { FIGURE_KINDS } from "./figures.ts";
import {
  findAttempt,
  findFigure,
  findTokenId,
  type HolderDayRow,
  listHolderDayRows,
  listRpcAddresses,
  type RpcAddressRow,
} from "./store.ts";
import type { TrackedToken } from "./tracked-token.ts";

/** Addresses that gave different values for one thing, after each was asked again. */
export interface Disagreement {
  /** What they were asked for: supply, mint_authority, accounts, … */
  field: string;
  /** Scheme and host, the slot of the answer where it has one, the value as text. */
  values: { host: string; slot: number | null; value: string }[];
}

/** The last figures of a kind. */
export interface Figure<Data> {
  data: Data;
  /** Finalized; the oldest of those that the figures stand on. */
  slot: number;
  /** Unix milliseconds: the time of the data, that of its oldest source. */
  takenAt: number;
  /** Scheme and host of the RPC addresses that agreed; empty for the demo chain. */
  rpcHosts: string[];
}

/** How the last attempt to get new figures of a kind went. */
export interface Attempt {
  attemptedAt: number;
  succeededAt: number | null;
  /** Since when every attempt failed; null where the last one succeeded. */
  failedSince: number | null;
  /**
   * rpc_unavailable, rpc_disagreement, wrong_mint (no token mint is at TOKEN_MINT), scan_incomplete, no_source; null
   * after success.
   */
  error: string | null;
  disagreements: Disagreement[];
}

export interface Reading<Data> {
  /** Null until there were any on this chain and mint. They stay as they are while attempts fail: look at takenAt. */
  figure: Figure<Data> | null;
  /** Null until the first attempt. */
  attempt: Attempt | null;
}

/** The last figures of a kind and how the last attempt went. Reads two rows of live.db, never a chain. */
export function readFigure<Kind extends FigureKind>(
  sql: Sql,
  token: TrackedToken,
  kind: Kind,
): Reading<FiguresByKind[Kind]> {
  return { figure: lastFigure(sql, token, kind), attempt: readAttempt(sql, token, kind) };
}

function lastFigure<Kind extends FigureKind>(
  sql: Sql,
  token: TrackedToken,
  kind: Kind,
): Figure<FiguresByKind[Kind]> | null {
  const tokenId = findTokenId(sql, token.source);
  const row = tokenId === null ? null : findFigure(sql, tokenId, kind);
  if (row === null) return null;
  return {
    data: JSON.parse(row.data) as FiguresByKind[Kind],
    slot: row.slot,
    takenAt: row.taken_at,
    rpcHosts: JSON.parse(row.rpc_hosts) as string[],
  };
}

function readAttempt(sql: Sql, token: TrackedToken, kind: FigureKind): Attempt | null {
  const row = findAttempt(sql, token.source, kind);
  if (row === null) return null;
  return {
    attemptedAt: row.attempted_at,
    succeededAt: row.succeeded_at,
    failedSince: row.failed_since,
    error: row.error,
    disagreements: JSON.parse(row.disagreements) as Disagreement[],
  };
}

/** Holders by UTC day, newest first. */
export function listHolderDays(sql: Sql, token: TrackedToken, limit: number): HolderDayRow[] {
  const tokenId = findTokenId(sql, token.source);
  return tokenId === null ? [] : listHolderDayRows(sql, tokenId, limit);
}

export interface RpcHealth {
  /** In the order of SOLANA_RPC_URLS; empty for the demo chain, and before they were first asked. */
  addresses: RpcAddressRow[];
  quorum: number;
  /** Of the last attempts of all kinds. */
  disagreements: Disagreement[];
}

/** How the RPC addresses did when they were last asked, by a job of this process or another. */
export function readRpcHealth(sql: Sql, token: TrackedToken): RpcHealth {
  return {
    addresses: listRpcAddresses(sql, token.source),
    quorum: token.quorum,
    disagreements: FIGURE_KINDS.flatMap((kind) => readAttempt(sql, token, kind)?.disagreements ?? []),
  };
}
