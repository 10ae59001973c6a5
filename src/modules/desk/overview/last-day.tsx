/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { EmptyState, LineChart, Tiles } from "../../../pages/index.ts";
import {
  type HourLatency,
  type HourTraffic,
  readTrafficByHour,
  type UsageRecorder,
} from "../../access/usage/index.ts";
import { countEntriesByHour } from "../../ledger/entries/index.ts";
import { listRuns } from "../../transparency/audits/runs/index.ts";
import { countAround } from "../../webhooks/deliveries/index.ts";

export interface LastDayParts {
  live: { read: Sql };
  sandbox: { read: Sql };
  usage: UsageRecorder;
  mounted: Mounted;
  latencyByHour: (mounted: Mounted, now: number) => HourLatency[];
  /** Id of the audited token; null if there is none. */
  tokenId: () => number | null;
}

/** The last 24 clock hours, oldest first. */
export interface LastDay {
  traffic: readonly HourTraffic[];
  p95: readonly (number | null)[];
  deliveries: readonly { made: number; dead: number }[];
  entries: readonly number[];
  /** The last daily audits, oldest first. */
  audits: readonly { label: string; rows: number; signatures: number }[];
}

const HOURS = 24;
const MAX_DELIVERIES_COUNTED = 100_000;
const MAX_RUNS = 60;
const AUDITS_SHOWN = 14;

export function readLastDay(parts: LastDayParts, now: number): LastDay {
  const { live, sandbox, usage, mounted } = parts;
  const first = Math.floor(now / HOUR_MS) - HOURS + 1;
  const entries = new Map(countEntriesByHour(live.read, first).map((each) => [each.hour, each.entries]));
  const hours = Array.from({ length: HOURS }, (_, index) => first + index);
  return {
    traffic: readTrafficByHour([live.read, sandbox.read], usage, { hours: HOURS, now }),
    p95: parts.latencyByHour(mounted, now).map(({ p95_ms }) => p95_ms),
    deliveries: hours.map((hour) =>
      countAround(live.read, {
        from: hour * HOUR_MS,
        to: (hour + 1) * HOUR_MS,
        limit: MAX_DELIVERIES_COUNTED,
      }),
    ),
    entries: hours.map((hour) => entries.get(hour) ?? 0),
    audits: auditsOf(parts),
  };
}

function auditsOf({ live, tokenId }: LastDayParts): LastDay["audits"] {
  const id = tokenId();
  if (id === null) return [];
  return listRuns(live.read, id, MAX_RUNS)
    .filter(({ isComplete, isDaily }) => isComplete && isDaily)
    .slice(0, AUDITS_SHOWN)
    .map(({ label, rowsTotal, signaturesWithAnomalies }) => ({
      label,
      rows: rowsTotal,
      signatures: signaturesWithAnomalies,
    }))
    .toReversed();
}

/** Totals of the charts. */
export function LastDayFigures({ day }: { day: LastDay }): JSX.Element {
  const requests = sum(day.traffic.map((each) => each.requests));
  const errors = sum(day.traffic.map((each) => each.errors));
  const failed = sum(day.traffic.map((each) => each.serverErrors));
  const measured = day.p95.filter((each) => each !== null);
  const newest = measured.at(-1);
  const audit = day.audits.at(-1);
  return (
    <Tiles
      tiles={[
        { label: "Requests", value: count(requests) },
        {
          label: "Errors",
          value: count(errors),
          note: `${requests === 0 ? 0 : Math.round((errors / requests) * 1_000) / 10} %, ${count(failed)} of them 5xx`,
        },
        {
          label: "p95, newest hour",
          value: newest === undefined ? "none" : milliseconds(newest),
          ...(newest === undefined ? {} : { note: `at most ${milliseconds(Math.max(...measured))}` }),
        },
        {
          label: "Deliveries",
          value: count(sum(day.deliveries.map(({ made }) => made))),
          note: `dead letters: ${count(sum(day.deliveries.map(({ dead }) => dead)))}`,
        },
        { label: "Credits and debits", value: count(sum(day.entries)) },
        {
          label: "Anomalies",
          value: audit === undefined ? "none" : count(audit.rows),
          note: audit === undefined ? "no daily audit yet" : `audit of ${audit.label}`,
        },
      ]}
    />
  );
}

/** Charts of the last 24 hours, each with a table; empty charts are left out. */
export function LastDayCharts({ day }: { day: LastDay }): JSX.Element {
  const labels = day.traffic.map(({ startsAt }) => isoUtc(startsAt).slice(5, 16).replace("T", " "));
  const requests = sum(day.traffic.map((each) => each.requests));
  const measured = day.p95.filter((each) => each !== null);
  const common = { labelHead: "Hour (UTC)", labels };
  return (
    <>
      {requests === 0 ? (
        <EmptyState title="Requests of the last 24 hours will be here.">None answered yet.</EmptyState>
      ) : (
        <LineChart
          {...common}
          id="requests-chart"
          title="Requests and errors"
          summary={`${count(requests)} requests in 24 hours, ${count(sum(day.traffic.map((each) => each.errors)))} of them refused or failed.`}
          series={[
            { name: "requests", values: day.traffic.map((each) => each.requests) },
            { name: "4xx and 5xx", values: day.traffic.map((each) => each.errors) },
            { name: "5xx", values: day.traffic.map((each) => each.serverErrors) },
          ]}
          format={count}
        />
      )}
      {measured.length > 0 && (
        <LineChart
          {...common}
          id="p95-chart"
          title="Latency, 95th percentile"
          summary="95th percentile of response times by hour."
          series={[{ name: "p95", values: day.p95 }]}
          format={milliseconds}
        />
      )}
      <VolumeCharts day={day} common={common} />
    </>
  );
}

interface VolumeProps {
  day: LastDay;
  common: { labelHead: string; labels: string[] };
}

function VolumeCharts({ day, common }: VolumeProps): JSX.Element {
  const made = sum(day.deliveries.map((each) => each.made));
  return (
    <>
      {made > 0 && (
        <LineChart
          {...common}
          id="deliveries-chart"
          title="Deliveries"
          summary={`${count(made)} deliveries created, and how many became dead letters.`}
          series={[
            { name: "created", values: day.deliveries.map((each) => each.made) },
            { name: "dead letters", values: day.deliveries.map((each) => each.dead) },
          ]}
          format={count}
        />
      )}
      {sum(day.entries) > 0 && (
        <LineChart
          {...common}
          id="credits-chart"
          title="Credits and debits"
          summary={`${count(sum(day.entries))} ledger entries created.`}
          series={[{ name: "ledger entries", values: day.entries }]}
          format={count}
        />
      )}
      {day.audits.length > 0 && (
        <LineChart
          id="anomalies-chart"
          title="Anomalies by day"
          summary="Anomalies found by the daily audits of the token in the last two weeks."
          labelHead="Day (UTC)"
          labels={day.audits.map(({ label }) => label)}
          series={[
            { name: "rows", values: day.audits.map(({ rows }) => rows) },
            { name: "transactions", values: day.audits.map(({ signatures }) => signatures) },
          ]}
          format={count}
        />
      )}
    </>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function milliseconds(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
