import { createReadiness, healthRoutes } from "../features/health/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Operations without credentials. */
export function publicOperations({ clock, live, sandbox, jobs }: Services): Operation[] {
  const readiness = createReadiness(clock, { live_db: live, sandbox_db: sandbox }, () => jobs.fault());
  return [...healthRoutes(readiness)];
}
