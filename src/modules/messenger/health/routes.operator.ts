import { Type } from "@sinclair/typebox";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { MessengerCounters } from "../telemetry/index.ts";
import { MessengerHealth, type PendingUsage, readHealth } from "./read-health.ts";

/** The mini-app's health for operators (contract section 16). */
export function healthRoutes(counters: MessengerCounters, usage: PendingUsage): Operation[] {
  return [
    readOperation({
      id: "readMessengerHealth",
      method: "GET",
      path: `${MESSENGER_PREFIX}ops/health`,
      group: MESSENGER_GROUP,
      summary: "Updates, refusals, decisions and latency of the mini-app",
      access: operator("viewer"),
      query: Type.Object({
        hours: Type.Integer({
          minimum: 1,
          maximum: 720,
          default: 24,
          description: "Length of the window up to now, in hours.",
        }),
        limit: Type.Integer({
          minimum: 1,
          maximum: 200,
          default: 20,
          description: "Maximum length of last_errors.",
        }),
      }),
      response: MessengerHealth,
      read: ({ db, now, query }) => readHealth({ sql: db.read, counters, usage, now }, query),
    }),
  ];
}
