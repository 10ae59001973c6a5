import { capabilitiesRoutes } from "../features/capabilities/index.ts";
import { claimsRoutes } from "../features/claims/index.ts";
import { conversionsRoutes } from "../features/conversions/index.ts";
import { errorCatalogRoutes } from "../features/error-catalog/index.ts";
import { partnerStatusRoutes } from "../features/partner-status/index.ts";
import { salutesRoutes } from "../features/salutes/index.ts";
import { usageRoutes } from "../features/usage/index.ts";
import { usersRoutes } from "../features/users/index.ts";
import { walletRoutes } from "../features/wallets/index.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Signed operations of partners' servers, under /api/partner and /api/salutes. */
export function partnerOperations(services: Services, mounted: Mounted): Operation[] {
  const { chain, claimCodes, http, mail, startedAt, tokenMint, usage } = services;
  return [
    ...capabilitiesRoutes(mounted, startedAt),
    ...partnerStatusRoutes(mounted, usage, http.safeModeReason),
    ...errorCatalogRoutes(mounted, startedAt),
    ...usageRoutes(usage),
    ...usersRoutes,
    ...walletRoutes(chain),
    ...salutesRoutes,
    ...conversionsRoutes(chain),
    ...claimsRoutes({ codes: claimCodes, postbox: mail?.postbox ?? null, tokenMint }),
  ];
}
