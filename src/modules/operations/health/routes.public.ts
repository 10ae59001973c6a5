import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { Flag } from "../../../http/schema/shapes.ts";
import { readSafeMode } from "../../platform/state/index.ts";
import type { Readiness } from "./readiness.ts";

interface HealthParts {
  readiness: () => Promise<Readiness>;
  /** The lease of the epoch that this machine leads; null without a replica. */
  lease: { readonly epoch: number; stopReason(): string | null } | null;
  live: Database;
}

/** Why this machine may not lead, as its server or a command beside it found; null if it may. */
function leadFault({ lease, live }: Pick<HealthParts, "lease" | "live">): string | null {
  if (lease === null) return null;
  const mode = readSafeMode(live.read);
  return lease.stopReason() ?? (mode === null || mode.lease === null ? null : mode.reason);
}

const ReadinessQuery = Type.Object({
  reads: Type.Optional(Flag({ description: "Asks for reads alone: the lease does not count." })),
});

/** Health checks for load balancers, without credentials and rate limit. */
export function healthRoutes({ readiness, lease, live }: HealthParts): Operation[] {
  const fault = () => leadFault({ lease, live });
  return [
    readOperation({
      id: "health",
      method: "GET",
      path: "/healthz",
      group: "health",
      summary: "Whether the process answers",
      outcome: "The process answers.",
      access: anyone(null),
      response: Type.Object({
        status: Type.Literal("ok", { description: "Always ok: the process answers." }),
      }),
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
      summary:
        "Whether databases are writable and migrated, jobs running, and the lease held; reads=1 leaves out the lease",
      outcome: "The process can do its work.",
      access: anyone(null),
      query: ReadinessQuery,
      response: Type.Object({
        ready: Type.Literal(true, {
          description: "Always true: the process can do its work. It answers 503 otherwise.",
        }),
        checks: Type.Record(Type.String(), Type.Literal("ok"), {
          description: "Results of the checks of readiness, by name.",
        }),
      }),
      errors: ["db_unavailable", "safe_mode"],
      read: async ({ query, responseHeaders }) => {
        responseHeaders["cache-control"] = "no-store";
        const { ready, checks } = await readiness();
        if (lease === null || query.reads === true) {
          if (!ready) throw notReady(checks, "db_unavailable");
          return { ready, checks };
        }
        const all = { ...checks, lease: fault() ?? "ok" };
        if (!ready) throw notReady(all, "db_unavailable");
        if (all.lease !== "ok") throw notReady(all, "safe_mode");
        return { ready, checks: all };
      },
    }),
    readOperation({
      id: "leadership",
      method: "GET",
      path: "/leaderz",
      group: "health",
      summary: "200 on the machine that leads and accepts changes, and on no other",
      outcome: "This machine leads and accepts changes.",
      access: anyone(null),
      response: Type.Object({
        leader: Type.Literal(true, { description: "Always true: other machines answer 503." }),
        epoch: Type.Union([Type.Integer(), Type.Null()], {
          description: "The epoch of leadership that this machine holds; null without a replica.",
        }),
      }),
      errors: ["safe_mode"],
      read: ({ responseHeaders }) => {
        responseHeaders["cache-control"] = "no-store";
        const found = fault();
        if (found !== null) throw notReady({ lease: found }, "safe_mode");
        return { leader: true, epoch: lease?.epoch ?? null };
      },
    }),
  ];
}

function notReady(checks: Readiness["checks"], code: "db_unavailable" | "safe_mode"): Problem {
  const details = Object.entries(checks)
    .filter(([, found]) => found !== "ok")
    .map(([field, message]) => ({ field, message }));
  const advice = "Send requests to another process for now: this one is not ready.";
  const options = { details, extra: { ready: false, checks }, headers: { "retry-after": "5" } };
  return code === "safe_mode"
    ? new Problem("safe_mode", advice, options)
    : new Problem("db_unavailable", advice, options);
}
