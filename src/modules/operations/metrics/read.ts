import type { Database } from "../../../db/database.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { countUpTo, doublingSeconds, sampleCount } from "../../../kit/histogram.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { RouteTotals, UsageRecorder } from "../../access/usage/index.ts";
import { counter, type Family, gauge, type Sample } from "../../platform/metrics/index.ts";

/** What is measured. */
export interface Measured {
  live: Database;
  sandbox: Database;
  usage: UsageRecorder;
  /** Unix milliseconds. */
  startedAt: number;
  safeModeReason: () => string | null;
  /** The figures that each module announces. */
  modules: (nowMs: number) => Family[];
}

/** Every figure of /metrics. Counters begin with the process. */
export function readMetrics(measured: Measured, nowMs: number): Family[] {
  const { live, sandbox, usage, modules } = measured;
  return [
    ...processFamilies(measured, nowMs),
    ...requestFamilies([...usage.totals()]),
    ...databaseFamilies({ live, sandbox }),
    ...modules(nowMs),
  ];
}

function processFamilies({ startedAt, safeModeReason }: Measured, nowMs: number): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("salute_build_info", "The build, in its labels.", {
      labels: { version: VERSION, bun: Bun.version },
      value: 1,
    }),
    gauge("process_start_time_seconds", "Unix time at which the process began to serve.", {
      value: startedAt / SECOND_MS,
    }),
    gauge("salute_uptime_seconds", "Seconds since then.", { value: (nowMs - startedAt) / SECOND_MS }),
    counter("process_cpu_seconds_total", "User and system time of the process.", {
      value: (user + system) / 1_000_000,
    }),
    gauge("process_resident_memory_bytes", "Memory of the process.", { value: rss }),
    gauge("salute_heap_used_bytes", "Memory of the JavaScript heap in use.", { value: heapUsed }),
    gauge("salute_safe_mode", "1 while the service takes no changes.", {
      value: safeModeReason() === null ? 0 : 1,
    }),
  ];
}

/** Edges at every second doubling of microseconds, where our buckets have theirs: 0.26 ms to 16.8 s. */
const EDGES = [8, 10, 12, 14, 16, 18, 20, 22, 24];

function requestFamilies(totals: readonly RouteTotals[]): Family[] {
  const sorted = [...totals].sort((a, b) => a.route.localeCompare(b.route));
  return [
    counter(
      "salute_http_requests_total",
      "Answers by route and class of status; health checks are not counted.",
      ...sorted.flatMap(({ route, byClass }) =>
        byClass.flatMap((value, digit) =>
          value === 0 ? [] : [{ labels: { ...routeLabels(route), status: `${digit}xx` }, value }],
        ),
      ),
    ),
    {
      name: "salute_http_request_duration_seconds",
      type: "histogram",
      help: "Time from taking a request up to its answer, by route.",
      samples: sorted.flatMap(durationSamples),
    },
  ];
}

function durationSamples({ route, durationMs, histogram }: RouteTotals): Sample[] {
  const labels = routeLabels(route);
  const count = sampleCount(histogram);
  return [
    ...EDGES.map((edge) => ({
      suffix: "_bucket",
      labels: { ...labels, le: String(doublingSeconds(edge)) },
      value: countUpTo(histogram, edge),
    })),
    { suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count },
    { suffix: "_sum", labels, value: durationMs / SECOND_MS },
    { suffix: "_count", labels, value: count },
  ];
}

function routeLabels(route: string): { method: string; route: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, route: path };
}

function databaseFamilies(files: Record<string, Database>): Family[] {
  const each = (value: (database: Database) => number): Sample[] =>
    Object.entries(files).map(([file, database]) => ({ labels: { file }, value: value(database) }));
  return [
    gauge("salute_database_bytes", "Size of a database file.", ...each((file) => file.fileSizes().main)),
    gauge("salute_database_wal_bytes", "Size of its WAL.", ...each((file) => file.fileSizes().wal)),
    gauge("salute_writer_waiting", "Changes that wait for a commit.", ...each((file) => file.writer.waiting)),
    counter(
      "salute_writer_commits_total",
      "Transactions committed.",
      ...each((file) => file.writer.counts.commits),
    ),
    counter(
      "salute_writer_changes_total",
      "Changes carried out or refused in those; several share one.",
      ...each((file) => file.writer.counts.changes),
    ),
    counter(
      "salute_writer_failures_total",
      "Transactions that could not be begun or committed.",
      ...each((file) => file.writer.counts.failures),
    ),
  ];
}
