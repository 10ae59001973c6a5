import type { Services } from "../compose/services.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import {
  audioShareAdminRoutes,
  catalogRoutes,
  linksRoutes,
  sharePageRoutes,
  shortLinksRoutes,
  trackRoutes,
  visitRoutes,
} from "../modules/share-links/links/index.ts";
import type { Site } from "../pages/index.ts";

/** Share links for everybody: building, shortening, following; and what operators see and revoke of them. */
export function audioShareOperations(
  { audioShare, startedAt }: Services,
  site: Site,
  mounted: Mounted,
): Operation[] {
  return [
    ...linksRoutes(audioShare, startedAt),
    ...catalogRoutes(audioShare, mounted, startedAt),
    ...shortLinksRoutes(audioShare),
    ...trackRoutes(audioShare),
    ...visitRoutes(audioShare, site),
    ...sharePageRoutes(audioShare, site),
    ...audioShareAdminRoutes(audioShare, site),
  ];
}
