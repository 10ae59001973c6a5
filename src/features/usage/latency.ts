import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../db/sql.ts";
import type { Mounted } from "../../http/mounted.ts";
import { SECOND_MS } from "../../kit/clock.ts";
import type { LatencyReport } from "./model.ts";
import { coverageOf, readAllUsage, usageWindow } from "./read.ts";
import type { UsageRecorder } from "./recorder.ts";
import { latencyReport } from "./report.ts";

/** How long an answer stands: anybody may ask, and each answer is read from thousands of rows. */
export const LATENCY_SECONDS = 10;
const MAX_KEPT = 64;

interface Kept {
  /** Unix milliseconds. */
  madeAt: number;
  report: Static<typeof LatencyReport>;
}

/** The report on so many hours before a moment. */
export type LatencyReports = (hours: number, nowMs: number) => Kept;

/** Reports on the latency of all API routes but operators', each made anew once it is some seconds old. */
export function createLatencyReports(
  files: readonly Sql[],
  recorder: UsageRecorder,
  mounted: Mounted,
): LatencyReports {
  const kept = new Map<number, Kept>();
  return (hours, nowMs) => {
    const known = kept.get(hours);
    if (known !== undefined && nowMs - known.madeAt < LATENCY_SECONDS * SECOND_MS) return known;
    const window = usageWindow(nowMs, hours);
    const routes = readAllUsage(files, recorder, window);
    for (const route of routes.keys()) if (!isPublished(mounted, route)) routes.delete(route);
    const report = latencyReport(routes, coverageOf(files, recorder, window), window);
    const made = { madeAt: nowMs, report };
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(hours, made);
    return made;
  };
}

function isPublished(mounted: Mounted, route: string): boolean {
  const [method = "", path = ""] = route.split(" ");
  const operation = mounted.find(method, path);
  return operation !== null && operation.access.kind !== "operator" && path.startsWith("/api/");
}
