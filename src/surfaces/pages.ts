import { siteRoutes } from "../features/site/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** Pages for people, and what they load. */
export function pageOperations(_services: Services, site: Site): Operation[] {
  return [...siteRoutes(site)];
}
