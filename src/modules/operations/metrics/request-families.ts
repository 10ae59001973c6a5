import { SECOND_MS } from "../../../kit/clock.ts";
import type { RouteTotals } from "../../access/usage/index.ts";
import { counter, durations, type Family } from "../../platform/metrics/index.ts";

export function requestFamilies(totals: Iterable<RouteTotals>): Family[] {
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
    durations(
      "salute_http_request_duration_seconds",
      "Time from receiving a request to its response, by route.",
      ...sorted.map(({ route, durationMs, histogram, recent }) => ({
        labels: routeLabels(route),
        histogram,
        totalMs: durationMs,
        exemplars: recent.map((request) => ({
          labels: {
            request_id: request.requestId,
            ...(request.traceId === undefined ? {} : { trace_id: request.traceId }),
          },
          value: request.durationMs / SECOND_MS,
          at: request.at,
        })),
      })),
    ),
  ];
}

function routeLabels(route: string): { method: string; route: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, route: path };
}
