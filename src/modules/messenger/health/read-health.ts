import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Described, Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { type Histogram, mergeEncoded, mergeInto, percentileMs } from "../../../kit/histogram.ts";
import { updatesByKind } from "../bot/index.ts";
import { decisionsSince } from "../missions/index.ts";
import {
  type Counter,
  isPlayerRoute,
  listCounters,
  listHistograms,
  type MessengerCounters,
} from "../telemetry/index.ts";

const Counts = Type.Record(Type.String(), Type.Integer());

export const MessengerHealth = Type.Object({
  hours: Type.Integer({ description: "Length of the window, in hours." }),
  from: Timestamp({ description: "Start of the window." }),
  updates: Type.Object(
    {
      total: Type.Integer({ description: "Number of updates, without duplicates." }),
      handled: Type.Integer({ description: "Number of updates that the bot understood." }),
      by_kind: Described(Counts, "Number of updates of each kind."),
    },
    { description: "Updates from Telegram." },
  ),
  duplicates: Type.Integer({ description: "Number of repeated updates." }),
  refusals: Type.Record(Type.String(), Type.Integer(), {
    description: "Refused player requests and webhook calls, by code.",
  }),
  decisions: Type.Record(Type.String(), Type.Integer(), {
    description: "Decisions about reported progress, by code.",
  }),
  shadow_decisions: Described(Counts, "Decisions that were recorded but not enforced, by code."),
  latency: Described(
    Type.Object(
      {
        requests: Type.Integer({ description: "Number of requests." }),
        p50_ms: Nullable(Type.Number(), { description: "Median, in milliseconds; null without samples." }),
        p95_ms: Nullable(Type.Number(), {
          description: "95th percentile, in milliseconds; null without samples.",
        }),
        p99_ms: Nullable(Type.Number(), {
          description: "99th percentile, in milliseconds; null without samples.",
        }),
      },
      { title: "MessengerLatency" },
    ),
    "Time taken to handle updates.",
  ),
  last_errors: Type.Array(
    Type.Object({
      surface: Type.String({ description: "Where the error occurred: players or bot." }),
      code: Type.String({ description: "Code of the error." }),
      count: Type.Integer({ description: "Number of occurrences within the hour of the last one." }),
      last_at: Timestamp({ description: "Time of the last occurrence." }),
    }),
    { description: "The last errors, newest first." },
  ),
});

/** Counted requests that are not stored yet. */
export interface PendingUsage {
  pending(): Iterable<{ minute: number; route: string; requests: number; histogram: Histogram }>;
}

export interface HealthParts {
  sql: Sql;
  counters: MessengerCounters;
  usage: PendingUsage;
  now: number;
}

/** The mini-app's figures of the last hours, including counts in memory. */
export function readHealth(
  { counters, now, sql, usage }: HealthParts,
  { hours, limit }: { hours: number; limit: number },
): Static<typeof MessengerHealth> {
  const from = now - hours * HOUR_MS;
  const fromHour = Math.floor(from / HOUR_MS);
  const allCounters = [...listCounters(sql, fromHour), ...counters.pending()].filter(
    ({ hour }) => hour >= fromHour,
  );
  const kinds = updatesByKind(sql, from);
  const { enforced, shadow } = decisionsSince(sql, fromHour);
  return {
    hours,
    from: isoUtc(from),
    updates: {
      total: kinds.reduce((sum, { updates }) => sum + updates, 0),
      handled: kinds.reduce((sum, { handled }) => sum + handled, 0),
      by_kind: Object.fromEntries(kinds.map(({ kind, updates }) => [kind, updates])),
    },
    duplicates: allCounters
      .filter(({ kind }) => kind === "duplicate")
      .reduce((sum, { count }) => sum + count, 0),
    refusals: sumByCode(allCounters.filter(isRefusal)),
    decisions: enforced,
    shadow_decisions: shadow,
    latency: latencyOf(sql, usage, from),
    last_errors: lastErrors(allCounters, limit),
  };
}

function isRefusal({ kind }: Counter): boolean {
  return kind === "refusal" || kind === "bot_refusal";
}

function sumByCode(counters: readonly Counter[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { code, count } of counters) sums[code] = (sums[code] ?? 0) + count;
  return sums;
}

function lastErrors(
  counters: readonly Counter[],
  limit: number,
): Static<typeof MessengerHealth>["last_errors"] {
  return counters
    .filter(isRefusal)
    .sort((a, b) => b.last_at - a.last_at)
    .slice(0, limit)
    .map(({ code, count, kind, last_at }) => ({
      surface: kind === "bot_refusal" ? "bot" : "players",
      code,
      count,
      last_at: isoUtc(last_at),
    }));
}

function latencyOf(sql: Sql, usage: PendingUsage, from: number): Static<typeof MessengerHealth>["latency"] {
  const all: Histogram = new Map();
  let requests = 0;
  const fromMinute = Math.floor(from / HOUR_MS) * 60;
  for (const row of listHistograms(sql, fromMinute)) {
    mergeEncoded(all, row.histogram);
    requests += row.requests;
  }
  for (const cell of usage.pending()) {
    if (cell.minute < fromMinute || !isPlayerRoute(cell.route)) continue;
    mergeInto(all, cell.histogram);
    requests += cell.requests;
  }
  return {
    requests,
    p50_ms: percentileMs(all, 50),
    p95_ms: percentileMs(all, 95),
    p99_ms: percentileMs(all, 99),
  };
}
