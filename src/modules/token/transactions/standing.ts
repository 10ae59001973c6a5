import type { Sql } from "../../../db/sql.ts";
import { listWatched } from "../movements/index.ts";
import { summarizeMissing } from "./missing-store.ts";
import { findTime, listGaps, listHeads } from "./store.ts";

/** How far the history of an address is known. Unix milliseconds. */
export interface SyncStanding {
  address: string;
  /** Up to when; null where it was never asked for. */
  throughAt: number | null;
  /** The time of the newest transaction, of any address, that nobody has; null where none is missing. */
  missingUntil: number | null;
  /** Stretches that are missing. */
  gaps: { from: number; to: number }[];
}

/** How the sync of the mint and of every watched account stands. */
export function syncStandings(sql: Sql, tokenId: number, mint: string): SyncStanding[] {
  const heads = new Map(listHeads(sql, tokenId).map((head) => [head.address, head]));
  const { newest: missingUntil } = summarizeMissing(sql, tokenId);
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

/** Since when everything is known; -Infinity from the beginning, Infinity where nothing is. */
export function knownSince({ throughAt, gaps, missingUntil }: SyncStanding): number {
  if (throughAt === null) return Number.POSITIVE_INFINITY;
  // Block times are whole seconds: more of the same second may be missing.
  const ends = [...gaps.map(({ to }) => to), missingUntil ?? Number.NEGATIVE_INFINITY];
  return Math.max(...ends.map((end) => end + 1_000));
}
