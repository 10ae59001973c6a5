import type { Sql } from "../../../db/sql.ts";
import { listWatched } from "../movements/index.ts";
import { summarizeMissing } from "./missing-store.ts";
import { findTime, listGaps, listHeads } from "./store.ts";

/** How far the history of an address is known. Unix milliseconds. */
export interface SyncStanding {
  address: string;
  /** The end of the known history; null if it was never read. */
  throughAt: number | null;
  /** Latest time of the transactions, of any address, that no RPC address has; null if none is missing. */
  missingUntil: number | null;
  /** Missing parts of the history. */
  gaps: { from: number; to: number }[];
}

/** The sync's progress for the mint and every watched account. */
export function syncStandings(sql: Sql, tokenId: number, mint: string): SyncStanding[] {
  const heads = new Map(listHeads(sql, tokenId).map((head) => [head.address, head]));
  const { until: missingUntil } = summarizeMissing(sql, tokenId);
  const gaps = Map.groupBy(listGaps(sql, tokenId), ({ address }) => address);
  const addresses = new Set([
    mint,
    ...listWatched(sql, tokenId).map(({ account }) => account),
    ...heads.keys(),
  ]);
  return [...addresses].map((address) => ({
    address,
    throughAt: heads.get(address)?.through_at ?? null,
    missingUntil,
    gaps: (gaps.get(address) ?? []).map(({ before_time, until_signature }) => ({
      from: until_signature === null ? Number.NEGATIVE_INFINITY : beginning(sql, tokenId, until_signature),
      // Without a time the gap may reach up to now.
      to: before_time ?? Number.POSITIVE_INFINITY,
    })),
  }));
}

function beginning(sql: Sql, tokenId: number, signature: string): number {
  return findTime(sql, tokenId, signature) ?? Number.NEGATIVE_INFINITY;
}

/** Whether the history of [from, to) is known. */
export function covers({ throughAt, gaps }: SyncStanding, from: number, to: number): boolean {
  if (throughAt === null || throughAt < to) return false;
  return gaps.every((gap) => gap.to < from || gap.from >= to);
}

/** The time since which everything is known: -Infinity from the beginning, Infinity if nothing is known. */
export function knownSince({ throughAt, gaps, missingUntil }: SyncStanding): number {
  if (throughAt === null) return Number.POSITIVE_INFINITY;
  // Block times are whole seconds: more transactions of the same second may be missing.
  const ends = [...gaps.map(({ to }) => to), missingUntil ?? Number.NEGATIVE_INFINITY];
  return Math.max(...ends.map((end) => end + 1_000));
}
