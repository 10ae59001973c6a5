import type { Services } from "../compose/services.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { openApiRoutes, publish } from "../modules/developers/openapi/index.ts";
import { referenceRoutes } from "../modules/developers/reference/index.ts";
import type { Site } from "../pages/index.ts";

/** What describes all the others, and itself. */
export function docsOperations(services: Services, site: Site, mounted: Mounted): Operation[] {
  const options = { version: site.version, baseUrl: services.http.baseUrl() };
  const whole = publish(mounted, { part: "everything", ...options });
  const transparency = publish(mounted, { part: "transparency", ...options });
  return [...openApiRoutes(whole, transparency, services.clock.now()), ...referenceRoutes(site, whole)];
}
