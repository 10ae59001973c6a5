import { developersRoutes } from "../features/developers/index.ts";
import { proofPageRoutes } from "../features/proofs/index.ts";
import { siteRoutes } from "../features/site/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** Pages for people, and what they load. */
export function pageOperations(services: Services, site: Site): Operation[] {
  const { config, http, live, signedLog: log, startedAt, token } = services;
  const { limits, nonceRequiredInSandbox } = http;
  const { idempotencyRetentionDays } = config;
  return [
    ...siteRoutes(site),
    ...developersRoutes({ site, limits, nonceRequiredInSandbox, idempotencyRetentionDays }),
    ...proofPageRoutes(site, log, token === null ? null : { live, log, token, startedAt }, startedAt),
  ];
}
