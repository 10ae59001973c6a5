import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { streamCsv } from "../../../http/answers/stream-rows.ts";
import { dayWindow, WindowQuery } from "../../../http/input/window.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { listZeroHours } from "./store.ts";

const COLUMNS = ["hour", "probe", "attempts", "successes", "last_error"] as const;

/** Hours in which a probe never succeeded (contract section 17). */
export function probeRoutes({ live }: { live: Database }): Operation[] {
  return [
    readOperation({
      id: "listSyntheticZeroHours",
      method: "GET",
      path: "/admin/ops/readiness/synthetic-zero-history.csv",
      group: "ops",
      summary: "Export the hours in which a probe of the service's own endpoints never succeeded",
      access: operator("viewer"),
      query: Type.Object({
        limit: Type.Integer({
          minimum: 1,
          maximum: 200,
          default: 50,
          description: "Number of rows, newest first.",
        }),
        ...WindowQuery,
      }),
      response: { mediaType: "text/csv", description: "One row per hour and probe." },
      read: ({ query, now }) => {
        const fromHour = dayWindow(query, now).from / HOUR_MS;
        const rows = listZeroHours(live.read, fromHour, query.limit);
        return streamCsv(
          COLUMNS,
          rows.map((row) => ({ ...row, hour: isoUtc(row.hour * HOUR_MS) })),
        );
      },
    }),
  ];
}
