import { salutesRoutes } from "../features/salutes/index.ts";
import { usersRoutes } from "../features/users/index.ts";
import { walletRoutes } from "../features/wallets/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Signed operations of partners' servers, under /api/partner and /api/salutes. */
export function partnerOperations(services: Services): Operation[] {
  return [...usersRoutes, ...walletRoutes(services.chain), ...salutesRoutes];
}
