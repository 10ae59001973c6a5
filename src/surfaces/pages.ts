import { claimPageRoutes } from "../features/claims/index.ts";
import { developersRoutes } from "../features/developers/index.ts";
import { siteRoutes } from "../features/site/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** Pages for people, and what they load. */
export function pageOperations({ claimCodes, config, http }: Services, site: Site): Operation[] {
  const { limits, nonceRequiredInSandbox } = http;
  const { idempotencyRetentionDays, claimMissesLimit } = config;
  return [
    ...siteRoutes(site),
    ...developersRoutes({ site, limits, nonceRequiredInSandbox, idempotencyRetentionDays }),
    ...claimPageRoutes({
      site,
      codes: claimCodes,
      limiter: () => http.limiter,
      missesPerMinute: claimMissesLimit,
    }),
  ];
}
