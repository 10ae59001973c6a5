import { accountRoutes, operatorsRoutes, signInRoutes } from "../features/operators/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Site } from "../pages/index.ts";
import type { Services } from "../services.ts";

/** The operators' pages and what their forms are sent to, under /admin. */
export function adminOperations({ live, keyring, http }: Services, site: Site): Operation[] {
  const parts = { site, live, keyring };
  return [
    ...signInRoutes({
      ...parts,
      limiter: () => http.limiter,
      failuresPerMinute: http.limits.failedAuth,
    }),
    ...accountRoutes(parts),
    ...operatorsRoutes(parts),
  ];
}
