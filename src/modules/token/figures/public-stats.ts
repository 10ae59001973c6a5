import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { isoUtc } from "../../../kit/clock.ts";
import type { PublicStats } from "./figures.ts";
import { ageHours, isStale, STALE_AFTER_HOURS } from "./freshness.ts";
import type { HOLDERS_SOURCES, PublicStatsAnswer } from "./model.ts";
import { type Figure, readFigure } from "./read.ts";
import type { TrackedToken } from "./tracked-token.ts";

/** Public stats combined from stored figures, with the age of the oldest. */
export interface StoredStats {
  answer: Omit<Static<typeof PublicStatsAnswer>, "success">;
  /** Unix milliseconds of the oldest source. */
  takenAt: number;
  /** The oldest slot. */
  slot: number;
  rpcHosts: string[];
}

/** Reads only live.db, never a chain; null before the supply was first read. */
export function readStoredStats(
  sql: Sql,
  { token, mounted, now }: { token: TrackedToken; mounted: Mounted; now: number },
): StoredStats | null {
  const { figure, attempt } = readFigure(sql, token, "public_stats");
  if (figure === null) return null;
  const holders = readFigure(sql, token, "holder_cache").figure;
  const sync = readFigure(sql, token, "transaction_sync").figure;
  const volume = sync?.data.volume_24h ?? null;
  const sources: Figure<unknown>[] = [figure];
  if (holders !== null) sources.push(holders);
  if (sync !== null && volume !== null) sources.push(sync);
  const takenAt = Math.min(...sources.map((each) => each.takenAt));
  const error = attempt?.error ?? null;
  const stale = isStale("public_stats", takenAt, now);
  const cached = holders?.data.holders_detail.unique_owners ?? null;
  return {
    takenAt,
    slot: Math.min(...sources.map((each) => each.slot)),
    rpcHosts: figure.rpcHosts,
    answer: {
      decimals: figure.data.decimals,
      stats: {
        total_supply: figure.data.total_supply,
        circulating_supply: figure.data.circulating_supply,
        ...chooseHolders(figure.data, cached),
        holders_cached: cached,
        holders_onchain_lower_bound: figure.data.holders_lower_bound,
        volume_24h: volume,
      },
      cache: {
        source: "jobs",
        available: true,
        enabled: true,
        reason: stale ? "stale" : error === null ? null : "source_error",
        cached_at_utc: isoUtc(takenAt),
        age_hours: ageHours(takenAt, now),
        max_age_hours: STALE_AFTER_HOURS.public_stats,
        source_error: error,
        proof_url: mounted.pathOrNull("/api/public/public-stats-cache-freshness.json"),
        proof_csv_url: mounted.pathOrNull("/api/public/public-stats-cache-freshness.csv"),
        proof_page_url: mounted.pathOrNull("/proofs"),
      },
      chain_mode: token.mode,
    },
  };
}

/** The number of holders, and its method: all accounts if they were counted, otherwise a lower bound. */
export function chooseHolders(
  { holders_lower_bound: lowerBound }: Pick<PublicStats, "holders_lower_bound">,
  cached: number | null,
): { holders: number | null; holders_source: (typeof HOLDERS_SOURCES)[number] } {
  if (cached !== null) return { holders: cached, holders_source: "holder_cache" };
  if (lowerBound !== null) return { holders: lowerBound, holders_source: "largest_accounts" };
  return { holders: null, holders_source: "none" };
}
