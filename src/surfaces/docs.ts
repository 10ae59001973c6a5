import { openApiRoutes } from "../features/openapi/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** What describes all the others: `operations` gives every operation of the build, these too. */
export function docsOperations(
  services: Services,
  site: Site,
  operations: () => readonly Operation[],
): Operation[] {
  return openApiRoutes({
    operations,
    version: site.version,
    baseUrl: services.http.baseUrl(),
    startedAt: services.clock.now(),
  });
}
