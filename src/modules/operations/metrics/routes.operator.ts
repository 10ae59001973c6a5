import { prefers } from "../../../http/answers/prefers.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { exposition, OPEN_METRICS, PROMETHEUS } from "../../platform/metrics/index.ts";
import { type MetricSources, readMetrics } from "./read.ts";

export function metricsRoutes(measured: MetricSources): Operation[] {
  return [
    readOperation({
      id: "getMetrics",
      method: "GET",
      path: "/metrics",
      group: "health",
      summary: "Read the metrics of the process",
      description: "For operators, and for the addresses in METRICS_ALLOW_IP.",
      access: operator("viewer", { orAddresses: true }),
      response: {
        mediaType: "text/plain",
        orMediaType: "application/openmetrics-text",
        description:
          "Prometheus text format, version 0.0.4; OpenMetrics 1.0 if Accept prefers it, with request ids as exemplars.",
      },
      read: async (context) => {
        const isOpen = prefers(context.header("accept"), "application/openmetrics-text", "text/plain");
        const format = isOpen ? OPEN_METRICS : PROMETHEUS;
        return new Response(exposition(await readMetrics(measured, context.now), format), {
          headers: { "content-type": format.contentType, vary: "Accept" },
        });
      },
    }),
  ];
}
