import type { Database } from "../../../db/database.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { countUpTo, doublingSeconds, sampleCount } from "../../../kit/histogram.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { RouteTotals, UsageRecorder } from "../../access/usage/index.ts";
import { counter, type Family, gauge, type Sample } from "../../platform/metrics/index.ts";

/** Sources of the metrics. */
export interface MetricSources {
  live: Database;
  sandbox: Database;
  usage: UsageRecorder;
  /** Unix milliseconds. */
  startedAt: number;
  safeModeReason: () => string | null;
  /** Metrics that the modules announce. */
  modules: (nowMs: number) => Family[];
}

/** Every metric family of /metrics. Counters start at 0 with the process. */
export function readMetrics(measured: MetricSources, nowMs: number): Family[] {
  const { live, sandbox, usage, modules } = measured;
  return [
    ...processFamilies(measured, nowMs),
    ...requestFamilies([...usage.totals()]),
    ...databaseFamilies({ live, sandbox }),
    ...modules(nowMs),
  ];
}

function processFamilies({ startedAt, safeModeReason }: MetricSources, nowMs: number): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("salute_build_info", "Version of salute and of Bun, in the labels; the value is 1.", {
      labels: { version: VERSION, bun: Bun.version },
      value: 1,
    }),
    gauge("process_start_time_seconds", "Start time of the process, in Unix seconds.", {
      value: startedAt / SECOND_MS,
    }),
    gauge("salute_uptime_seconds", "Time since the start of the process.", {
      value: (nowMs - startedAt) / SECOND_MS,
    }),
    counter("process_cpu_seconds_total", "User and system CPU time of the process.", {
      value: (user + system) / 1_000_000,
    }),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", { value: rss }),
    gauge("salute_heap_used_bytes", "JavaScript heap in use.", { value: heapUsed }),
    gauge("salute_safe_mode", "1 in safe mode, otherwise 0.", {
      value: safeModeReason() === null ? 0 : 1,
    }),
  ];
}

/** Histogram bounds as exponents of 2 microseconds, every second one of the internal histogram's: 0.26 ms to 16.8 s. */
const EDGES = [8, 10, 12, 14, 16, 18, 20, 22, 24];

function requestFamilies(totals: readonly RouteTotals[]): Family[] {
  const sorted = [...totals].sort((a, b) => a.route.localeCompare(b.route));
  return [
    counter(
      "salute_http_requests_total",
      "Responses by route and status class, without health checks.",
      ...sorted.flatMap(({ route, byClass }) =>
        byClass.flatMap((value, digit) =>
          value === 0 ? [] : [{ labels: { ...routeLabels(route), status: `${digit}xx` }, value }],
        ),
      ),
    ),
    {
      name: "salute_http_request_duration_seconds",
      type: "histogram",
      help: "Time from receiving a request to its response, by route.",
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
    gauge(
      "salute_database_wal_bytes",
      "Size of a database's write-ahead log.",
      ...each((file) => file.fileSizes().wal),
    ),
    gauge("salute_writer_waiting", "Changes waiting for a commit.", ...each((file) => file.writer.waiting)),
    counter(
      "salute_writer_commits_total",
      "Transactions committed.",
      ...each((file) => file.writer.counts.commits),
    ),
    counter(
      "salute_writer_changes_total",
      "Changes executed or refused in transactions; several share one.",
      ...each((file) => file.writer.counts.changes),
    ),
    counter(
      "salute_writer_failures_total",
      "Transactions that failed to begin or commit.",
      ...each((file) => file.writer.counts.failures),
    ),
  ];
}
