import { auditRoutes } from "../features/audit/index.ts";
import { keysPages } from "../features/keys/index.ts";
import { accountRoutes, operatorsRoutes, signInRoutes } from "../features/operators/index.ts";
import { type Notice, overviewRoutes } from "../features/overview/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** The operators' pages and what their forms are sent to, under /admin. */
export function adminOperations(services: Services, site: Site): Operation[] {
  const { live, keyring, http, startedAt } = services;
  const parts = { site, live, keyring };
  return [
    ...signInRoutes({
      ...parts,
      limiter: () => http.limiter,
      failuresPerMinute: http.limits.failedAuth,
    }),
    ...overviewRoutes({ site, live, startedAt, notices: () => listNotices(services) }),
    ...keysPages({ site, keyring, fileOf: (mode) => (mode === "live" ? live : services.sandbox) }),
    ...auditRoutes(site),
    ...operatorsRoutes(parts),
    ...accountRoutes(parts),
  ];
}

/** What waits for an operator, over all features. */
function listNotices({ jobs }: Services): Notice[] {
  const fault = jobs.fault();
  return fault === null ? [] : [{ status: "bad", message: `Jobs: ${fault}`, path: "/readyz" }];
}
