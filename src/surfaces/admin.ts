import { deliveryOperatorRoutes } from "../features/deliveries/index.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** What operators do, under /admin. */
export function adminOperations({ http }: Services): Operation[] {
  return [...deliveryOperatorRoutes(http.safeModeReason)];
}
