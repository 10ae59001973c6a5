import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Sql } from "../../../db/sql.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { FIGURE_DATA, FIGURE_KINDS, type FigureKind, type FiguresByKind } from "./figures.ts";
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

/** Addresses that gave different values for one field, also when asked again. */
const Disagreement = Type.Object({
  /** The field: supply, mint_authority, accounts, … */
  field: Type.String(),
  /** Scheme and host, the slot of the answer if any, and the value as text. */
  values: Type.Array(
    Type.Object({ host: Type.String(), slot: Nullable(Type.Number()), value: Type.String() }),
  ),
});
export type Disagreement = Static<typeof Disagreement>;

const DISAGREEMENTS = jsonColumn("chain_attempts.disagreements", Type.Array(Disagreement));
const RPC_HOSTS = jsonColumn("chain_figures.rpc_hosts", Type.Array(Type.String()));

/** The last figures of a kind. */
export interface Figure<Data> {
  data: Data;
  /** Finalized; the oldest slot of the sources. */
  slot: number;
  /** Unix milliseconds: time of the data, that of its oldest source. */
  takenAt: number;
  /** Scheme and host of the RPC addresses that agreed; empty for the demo chain. */
  rpcHosts: string[];
}

/** The result of the last attempt to renew figures of a kind. */
export interface Attempt {
  attemptedAt: number;
  succeededAt: number | null;
  /** Time since which every attempt has failed; null if the last one succeeded. */
  failedSince: number | null;
  /**
   * rpc_unavailable, rpc_disagreement, wrong_mint (no token mint at TOKEN_MINT), scan_incomplete, no_source; null
   * after success.
   */
  error: string | null;
  disagreements: Disagreement[];
}

export interface Reading<Data> {
  /** Null before the first figures of this chain and mint. They stay unchanged while attempts fail: check takenAt. */
  figure: Figure<Data> | null;
  /** Null before the first attempt. */
  attempt: Attempt | null;
}

/** The last figures of a kind, and the result of the last attempt. Reads two rows of live.db, never a chain. */
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
    data: FIGURE_DATA[kind].read(row.data),
    slot: row.slot,
    takenAt: row.taken_at,
    rpcHosts: RPC_HOSTS.read(row.rpc_hosts),
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
    disagreements: DISAGREEMENTS.read(row.disagreements),
  };
}

/** Holders by UTC day, newest first. */
export function listHolderDays(sql: Sql, token: TrackedToken, limit: number): HolderDayRow[] {
  const tokenId = findTokenId(sql, token.source);
  return tokenId === null ? [] : listHolderDayRows(sql, tokenId, limit);
}

export interface RpcHealth {
  /** In the order of SOLANA_RPC_URLS; empty for the demo chain, and before their first use. */
  addresses: RpcAddressRow[];
  quorum: number;
  /** Disagreements between addresses in the last attempt of each kind. */
  disagreements: Disagreement[];
}

/** State of the RPC addresses when they were last used, by a job of any process. */
export function readRpcHealth(sql: Sql, token: TrackedToken): RpcHealth {
  return {
    addresses: listRpcAddresses(sql, token.source),
    quorum: token.quorum,
    disagreements: FIGURE_KINDS.flatMap((kind) => readAttempt(sql, token, kind)?.disagreements ?? []),
  };
}
