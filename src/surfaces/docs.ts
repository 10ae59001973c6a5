import { openApiRoutes, publish } from "../features/openapi/index.ts";
import { referenceRoutes } from "../features/reference/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** What describes all the others: `operations` gives every operation of the build, these too. */
export function docsOperations(
  services: Services,
  site: Site,
  operations: () => readonly Operation[],
): Operation[] {
  const options = { version: site.version, baseUrl: services.http.baseUrl() };
  const whole = publish(operations, { part: "everything", ...options });
  const transparency = publish(operations, { part: "transparency", ...options });
  return [...openApiRoutes(whole, transparency, services.clock.now()), ...referenceRoutes(site, whole)];
}
