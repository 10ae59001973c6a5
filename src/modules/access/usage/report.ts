import type { Static } from "@sinclair/typebox";
import { computePercentiles, type LatencyReport, summarizeLatency, type Usage } from "./model.ts";
import { type UsageWindow, windowView } from "./read.ts";
import { sumTraffic, type Traffic, type TrafficByRoute } from "./traffic.ts";

/** A partner's usage as in GET /api/partner/analytics/usage. */
export function usageReport(routes: TrafficByRoute, window: UsageWindow): Static<typeof Usage> {
  const total = sumTraffic(routes);
  const busiest = busiestFirst(routes);
  return {
    window: windowView(window),
    request_metrics: {
      total_requests: total.requests,
      success_requests: total.requests - total.errors,
      error_requests: total.errors,
      rate_limited_requests: total.rateLimited,
      endpoint_breakdown: busiest.map(([route, { requests, errors }]) => ({
        ...endpointOf(route),
        requests,
        errors,
        error_rate_pct: Math.round((errors / requests) * 10_000) / 100,
      })),
    },
    latency_metrics_ms: {
      available: total.requests > 0,
      overall: summarizeLatency(total.histogram),
      endpoint_breakdown: busiest.map(([route, { histogram }]) => ({
        ...endpointOf(route),
        ...summarizeLatency(histogram),
      })),
    },
  };
}

/**
 * The latency as in GET /api/public/latency-percentiles: no counts, which would show how much partners use the service.
 * @param published routes that are listed; the rest counts for `overall` only
 */
export function latencyReport(
  routes: TrafficByRoute,
  published: readonly string[],
  { coverage, window }: { coverage: number; window: UsageWindow },
): Static<typeof LatencyReport> {
  const total = sumTraffic(routes);
  return {
    window: windowView(window),
    available: total.requests > 0,
    coverage,
    overall: computePercentiles(total.histogram),
    routes: [...published].sort().flatMap((route) => {
      const traffic = routes.get(route);
      return traffic === undefined
        ? []
        : [{ ...endpointOf(route), ...computePercentiles(traffic.histogram) }];
    }),
  };
}

function busiestFirst(routes: TrafficByRoute): [string, Traffic][] {
  return [...routes].sort(([a, left], [b, right]) => right.requests - left.requests || a.localeCompare(b));
}

function endpointOf(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path };
}
