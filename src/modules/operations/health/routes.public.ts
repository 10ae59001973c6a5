import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import type { Readiness } from "./readiness.ts";

/** Health checks for load balancers, without credentials and rate limit. */
export function healthRoutes(readiness: () => Promise<Readiness>): Operation[] {
  return [
    readOperation({
      id: "health",
      method: "GET",
      path: "/healthz",
      group: "health",
      summary: "Whether the process answers",
      access: anyone(null),
      response: Type.Object({ status: Type.Literal("ok") }),
      read: ({ responseHeaders }) => {
        responseHeaders["cache-control"] = "no-store";
        return { status: "ok" };
      },
    }),
    readOperation({
      id: "readiness",
      method: "GET",
      path: "/readyz",
      group: "health",
      summary: "Whether databases are writable and migrated, and jobs running",
      access: anyone(null),
      response: Type.Object({
        ready: Type.Literal(true),
        checks: Type.Record(Type.String(), Type.Literal("ok")),
      }),
      errors: ["db_unavailable"],
      read: async ({ responseHeaders }) => {
        responseHeaders["cache-control"] = "no-store";
        const { ready, checks } = await readiness();
        if (!ready) throw notReady(checks);
        return { ready, checks };
      },
    }),
  ];
}

function notReady(checks: Readiness["checks"]): Problem {
  const details = Object.entries(checks)
    .filter(([, found]) => found !== "ok")
    .map(([field, message]) => ({ field, message }));
  return new Problem("db_unavailable", "Send requests to another process for now: this one is not ready.", {
    details,
    extra: { ready: false, checks },
    headers: { "retry-after": "5" },
  });
}
