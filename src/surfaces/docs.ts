import { openApiRoutes } from "../features/openapi/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";
import { VERSION } from "../version.ts";

/** What describes all the others: `operations` gives every operation of the build, these too. */
export function docsOperations(services: Services, operations: () => readonly Operation[]): Operation[] {
  return openApiRoutes({
    operations,
    version: VERSION,
    baseUrl: services.http.baseUrl(),
    startedAt: services.clock.now(),
  });
}
