import {
  audioShareAdminRoutes,
  catalogRoutes,
  linksRoutes,
  sharePageRoutes,
  shortLinksRoutes,
  trackRoutes,
  visitRoutes,
} from "../features/audio-share/index.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

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
