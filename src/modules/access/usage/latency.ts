import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import type { LatencyReport } from "./model.ts";
import { computeCoverage, readAllUsage, usageWindow } from "./read.ts";
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
      const listed = [...routes.keys()].filter((route) => isOpen(mounted, route));
      const report = latencyReport(routes, listed, {
        window,
        coverage: computeCoverage(files, recorder, window),
      });
      return { madeAt: nowMs, report };
    });
}

/** Whether a route counts for the public percentiles: API routes of this build except operators'. */
export function isPublished(mounted: Mounted, route: string): boolean {
  const audience = audienceOf(mounted, route);
  return audience !== null && audience !== "Operator";
}

/** Whether the route is listed by name: those that need no credentials. */
function isOpen(mounted: Mounted, route: string): boolean {
  return audienceOf(mounted, route) === "Public";
}

/** Null for routes outside the API. */
function audienceOf(mounted: Mounted, route: string): string | null {
  const [method = "", path = ""] = route.split(" ");
  return path.startsWith("/api/") ? (mounted.find(method, path)?.access.document.audience ?? null) : null;
}
