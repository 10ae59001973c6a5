import { conversionsRoutes } from "../features/conversions/index.ts";
import { salutesRoutes } from "../features/salutes/index.ts";
import { usersRoutes } from "../features/users/index.ts";
import { walletRoutes } from "../features/wallets/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Signed operations of partners' servers, under /api/partner and /api/salutes. */
export function partnerOperations({ chain }: Services): Operation[] {
  return [...usersRoutes, ...walletRoutes(chain), ...salutesRoutes, ...conversionsRoutes(chain)];
}
