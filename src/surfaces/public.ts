import { healthRoutes } from "../features/health/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Operations without credentials. */
export function publicOperations(_services: Services): Operation[] {
  return [...healthRoutes(() => ({ ready: true, checks: {} }))];
}
