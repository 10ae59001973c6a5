import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { LATENCY_SECONDS, type LatencyReports } from "./latency.ts";
import { HoursQuery, LatencyReport } from "./model.ts";

export function latencyRoutes(reports: LatencyReports): Operation[] {
  return [
    readOperation({
      id: "getLatencyPercentiles",
      method: "GET",
      path: "/api/public/latency-percentiles",
      group: "status",
      summary: "Read the API's latency",
      description: `From merged histograms of every answer to every API route except operators'; routes of partners and players are not listed. Recomputed every ${LATENCY_SECONDS} s.`,
      access: anyone(),
      query: HoursQuery,
      response: LatencyReport,
      validators: true,
      read: ({ query, now }) => {
        const { report, madeAt } = reports(query.hours, now);
        return new Cacheable(report, madeAt, LATENCY_SECONDS);
      },
    }),
  ];
}
