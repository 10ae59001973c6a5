import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { EXPOSITION_TYPE, exposition } from "../../platform/metrics/index.ts";
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
      response: { mediaType: "text/plain", description: "Prometheus text format, version 0.0.4." },
      read: async ({ now }) =>
        new Response(exposition(await readMetrics(measured, now)), {
          headers: { "content-type": EXPOSITION_TYPE },
        }),
    }),
  ];
}
