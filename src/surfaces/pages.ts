import type { Services } from "../compose/services.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { readLatencyByHour } from "../modules/access/usage/index.ts";
import { developersRoutes } from "../modules/developers/guide/index.ts";
import { siteRoutes } from "../modules/developers/site-pages/index.ts";
import { claimPageRoutes } from "../modules/ledger/claims/index.ts";
import { practiceClaimRoutes } from "../modules/sandbox/twins/index.ts";
import { statusPageRoutes } from "../modules/status/system/index.ts";
import { proofPageRoutes } from "../modules/transparency/proofs/index.ts";
import type { Site } from "../pages/index.ts";

const LATENCY_HOURS = 24;

/** Pages for people, and what they load. */
export function pageOperations(services: Services, site: Site, mounted: Mounted): Operation[] {
  const { claimCodes, config, http, live, sandbox, startedAt, status, token, usage } = services;
  const { signedLog: log } = services;
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
    ...statusPageRoutes(site, { status, sql: live.read }, (now) =>
      readLatencyByHour([live.read, sandbox.read], usage, mounted, LATENCY_HOURS, now),
    ),
    ...developersRoutes({ site, limits, nonceRequiredInSandbox, idempotencyRetentionDays, delivery }),
    ...proofPageRoutes(site, log, token === null ? null : { live, log, token, startedAt }, startedAt),
    ...claimPageRoutes({
      site,
      codes: claimCodes,
      limiter: () => http.limiter,
      missesPerMinute: claimMissesLimit,
    }),
    ...practiceClaimRoutes(site),
  ];
}
