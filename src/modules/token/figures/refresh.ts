import type { ChainReader } from "../../../chain/chain-reader.ts";
import { ChainDisagreement, ChainUnavailable, type FieldDisagreement } from "../../../chain/errors.ts";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { FigureKind, FiguresByKind } from "./figures.ts";
import { ensureToken, findFigure, upsertAttempt, upsertFigure, upsertRpcAddress } from "./store.ts";
import type { TrackedToken } from "./tracked-token.ts";

/** Shared by the verbs that read the chain. */
export interface TokenWork {
  live: Database;
  clock: Clock;
  log: Logger;
  chain: ChainReader;
  token: TrackedToken;
  signal: AbortSignal;
}

/** New figures of a kind, not stored yet. */
export interface FreshFigure<Data> {
  data: Data;
  slot: bigint;
  hosts: readonly string[];
  disagreements: readonly FieldDisagreement[];
  /** Unix milliseconds of the oldest source; by default the start of the work. */
  takenAt?: number;
  /** Runs in the same commit. */
  also?: (tx: Tx, tokenId: number) => void;
}

/** Figures could not be derived, because their source was never read. */
export class NoSource extends Error {}

/**
 * Renews figures of a kind; on failure the previous ones stay, and the attempt is stored with a code. Never goes back
 * to an older slot.
 * @param work receives the token's id and the minimum slot.
 * @throws the work's error, once stored
 */
export async function refresh<Kind extends FigureKind>(
  { live, clock, chain, token }: TokenWork,
  kind: Kind,
  work: (tokenId: number, minSlot: bigint) => Promise<FreshFigure<FiguresByKind[Kind]>>,
): Promise<void> {
  const startedAt = clock.now();
  try {
    const tokenId = await identifyToken({ live, chain, token });
    const last = findFigure(live.read, tokenId, kind);
    const fresh = await work(tokenId, BigInt(last?.slot ?? 0));
    await live.writer.run((tx) => {
      upsertFigure(tx, tokenId, {
        kind,
        slot: Number(fresh.slot),
        taken_at: fresh.takenAt ?? startedAt,
        rpc_hosts: JSON.stringify(fresh.hosts),
        data: JSON.stringify(fresh.data),
      });
      fresh.also?.(tx, tokenId);
      upsertAttempt(tx, {
        source: token.source,
        kind,
        error: null,
        disagreements: JSON.stringify(fresh.disagreements),
      });
      saveHealth(tx, chain, token);
    });
  } catch (error) {
    const disagreements = error instanceof ChainDisagreement ? error.disagreements : [];
    await live.writer.run((tx) => {
      upsertAttempt(tx, {
        source: token.source,
        kind,
        error: codeOf(error),
        disagreements: JSON.stringify(disagreements),
      });
      saveHealth(tx, chain, token);
    });
    throw error;
  }
}

/** The id of the token on the chain behind the addresses; another chain or mint gets a new id without figures. */
export async function identifyToken({
  live,
  chain,
  token,
}: Pick<TokenWork, "live" | "chain" | "token">): Promise<number> {
  const hash = await chain.getChain();
  return live.writer.run((tx) => ensureToken(tx, token, hash));
}

/** An attempt's error as a code: the text of a provider or the system is only for the log. */
function codeOf(error: unknown): string {
  if (error instanceof ChainUnavailable) return error.code;
  return error instanceof NoSource ? "no_source" : "server_error";
}

function saveHealth(tx: Tx, chain: ChainReader, token: TrackedToken): void {
  for (const [position, each] of chain.health().entries()) {
    upsertRpcAddress(tx, token.source, {
      position,
      host: each.host,
      chain: each.chain,
      slot: each.slot === null ? null : Number(each.slot),
      answered_at: each.answeredAt,
      failed_at: each.failedAt,
      error: each.error,
    });
  }
}
