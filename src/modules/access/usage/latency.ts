import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import type { LatencyReport } from "./model.ts";
import { coverageOf, readAllUsage, usageWindow } from "./read.ts";
import type { UsageRecorder } from "./recorder.ts";
import { latencyReport } from "./report.ts";

/** Seconds for which an answer is reused: the endpoint is public, and each answer reads thousands of rows. */
export const LATENCY_SECONDS = 10;

interface CachedReport {
  /** Unix milliseconds. */
  madeAt: number;
  report: Static<typeof LatencyReport>;
}

/** The report on this many hours before a time. */
export type LatencyReports = (hours: number, nowMs: number) => CachedReport;

/** Reports on the latency of all API routes except operators', each recomputed after some seconds. */
export function createLatencyReports(
  files: readonly Sql[],
  recorder: UsageRecorder,
  mounted: Mounted,
): LatencyReports {
  const recent = new Recent<number, CachedReport>(LATENCY_SECONDS * SECOND_MS);
  return (hours, nowMs) =>
    recent.get(hours, { now: nowMs }, () => {
      const window = usageWindow(nowMs, hours);
      const routes = readAllUsage(files, recorder, window);
      for (const route of routes.keys()) if (!isPublished(mounted, route)) routes.delete(route);
      const report = latencyReport(routes, coverageOf(files, recorder, window), window);
      return { madeAt: nowMs, report };
    });
}

/** Whether a route's figures are public: API routes of this build except operators'. */
export function isPublished(mounted: Mounted, route: string): boolean {
  const [method = "", path = ""] = route.split(" ");
  const operation = mounted.find(method, path);
  return operation !== null && operation.access.document.audience !== "Operator" && path.startsWith("/api/");
}
