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
  const delivery = {
    maxAttempts: config.webhookMaxAttempts,
    retryBaseSeconds: config.webhookRetryBaseSeconds,
    retryMaxSeconds: config.webhookRetryMaxSeconds,
    retryJitter: config.webhookRetryJitter,
    timeoutSeconds: config.webhookTimeoutSeconds,
  };
  return [
    ...siteRoutes(site),
    ...developersRoutes({ site, limits, nonceRequiredInSandbox, idempotencyRetentionDays, delivery }),
    ...claimPageRoutes({
      site,
      codes: claimCodes,
      limiter: () => http.limiter,
      missesPerMinute: claimMissesLimit,
    }),
  ];
}
