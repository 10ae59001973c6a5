import { Type } from "@sinclair/typebox";
import { anyone, type Operation, readOperation } from "../../http/operation.ts";

/** Whether the process can do its work now: names of checks, and what each found. */
export type Readiness = () => { ready: boolean; checks: Record<string, string> };

export function healthRoutes(readiness: Readiness): Operation[] {
  return [
    readOperation({
      id: "health",
      method: "GET",
      path: "/healthz",
      group: "health",
      summary: "Whether the process answers",
      access: anyone(null),
      response: Type.Object({ status: Type.Literal("ok") }),
      read: () => ({ status: "ok" }),
    }),
    readOperation({
      id: "readiness",
      method: "GET",
      path: "/readyz",
      group: "health",
      summary: "Whether databases are writable and migrated, and jobs running",
      access: anyone(null),
      response: Type.Object({ ready: Type.Boolean(), checks: Type.Record(Type.String(), Type.String()) }),
      errors: ["db_unavailable"],
      read: () => readiness(),
    }),
  ];
}
