import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { DAY_MS, HOUR_MS, utcDay } from "../../../kit/clock.ts";
import {
  readLatencyByHour,
  readTrafficByHour,
  USAGE_DAYS,
  type UsageRecorder,
} from "../../access/usage/index.ts";
import { countEntriesByHour } from "../../ledger/entries/index.ts";
import { listRuns } from "../../transparency/audits/runs/index.ts";
import { countAround, countWaiting, readOldestDueAt } from "../../webhooks/deliveries/index.ts";
import { EVENT_DAYS } from "../../webhooks/events/index.ts";
import {
  enumerateStarts,
  halved,
  keptValues,
  type RangeName,
  resolveSpan,
  type Span,
  summedByPoint,
  type Values,
} from "./range.ts";
import { countSettledByHour, type PartnerCredits, sumCreditsByPartner } from "./store.ts";

export interface PeriodParts {
  live: { read: Sql };
  sandbox: { read: Sql };
  usage: UsageRecorder;
  mounted: Mounted;
  /** Id of the audited token; null if there is none. */
  tokenId: () => number | null;
}

/** Figures of a range and of the range before it, by point; null without measurements. */
export interface Period {
  span: Span;
  requests: Values<number | null>;
  errors: Values<number | null>;
  serverErrors: Values<number | null>;
  p95: Values<number | null>;
  /** At most `MAX_DELIVERIES_COUNTED` at a point. */
  created: Values<number | null>;
  dead: Values<number>;
  /** Deliveries that wait now, by state. */
  backlog: { counts: ReturnType<typeof countWaiting>; oldestDueAt: number | null };
  entries: Values<number>;
  /** The partners with the largest credits on the UTC days of the range. */
  credits: readonly PartnerCredits[];
  settled: Values<number>;
  /** The last daily audits, oldest first. */
  audits: readonly { label: string; rows: number; signatures: number }[];
}

export const MAX_DELIVERIES_COUNTED = 100_000;
const MAX_RUNS = 60;
const AUDITS_SHOWN = 14;
/** The colours of the chart. */
const PARTNERS_SHOWN = 8;

export function readPeriod(parts: PeriodParts, name: RangeName, now: number): Period {
  const { live, sandbox, usage, mounted } = parts;
  const span = resolveSpan(name, now);
  const { range, before, end } = span;
  const files = [live.read, sandbox.read];
  const hours = end - before;
  const last = (end - 1) * HOUR_MS;
  const traffic = readTrafficByHour(files, usage, { hours, now: last });
  const sumOf = (field: "requests" | "errors" | "serverErrors") =>
    keptValues(
      summedByPoint(
        span,
        traffic.map((each) => [each.startsAt / HOUR_MS, each[field]] as const),
      ),
      span,
      now - USAGE_DAYS * DAY_MS,
    );
  const latency = readLatencyByHour(files, usage, { mounted, hours, step: range.step, now: last });
  const deliveries = Array.from({ length: hours / range.step }, (_, index) => {
    const from = (before + index * range.step) * HOUR_MS;
    return countAround(live.read, { from, to: from + range.step * HOUR_MS, limit: MAX_DELIVERIES_COUNTED });
  });
  return {
    span,
    requests: sumOf("requests"),
    errors: sumOf("errors"),
    serverErrors: sumOf("serverErrors"),
    p95: halved(latency.map(({ p95_ms }) => p95_ms)),
    created: keptValues(halved(deliveries.map(({ made }) => made)), span, now - EVENT_DAYS * DAY_MS),
    dead: halved(deliveries.map(({ dead }) => dead)),
    backlog: { counts: countWaiting(live.read), oldestDueAt: readOldestDueAt(live.read, now) },
    entries: summedByPoint(
      span,
      countEntriesByHour(live.read, before).map(({ hour, entries }) => [hour, entries] as const),
    ),
    credits: sumCreditsByPartner(live.read, {
      from: utcDay(enumerateStarts(span)[0] ?? now),
      to: utcDay(now + DAY_MS),
      limit: PARTNERS_SHOWN,
    }),
    settled: summedByPoint(
      span,
      countSettledByHour(live.read, before).map(({ hour, count }) => [hour, count] as const),
    ),
    audits: auditsOf(parts),
  };
}

function auditsOf({ live, tokenId }: PeriodParts): Period["audits"] {
  const id = tokenId();
  if (id === null) return [];
  return listRuns(live.read, id, { limit: MAX_RUNS })
    .filter(({ isComplete, isDaily }) => isComplete && isDaily)
    .slice(0, AUDITS_SHOWN)
    .map(({ label, rowsTotal, signaturesWithAnomalies }) => ({
      label,
      rows: rowsTotal,
      signatures: signaturesWithAnomalies,
    }))
    .toReversed();
}
