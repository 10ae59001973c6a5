import type { Database } from "../../../db/database.ts";
import type { Operation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adjustmentPages } from "./adjustments/routes.admin.tsx";
import { adjustmentRoutes } from "./adjustments/routes.operator.ts";
import { reversalPages } from "./reversals/routes.admin.tsx";
import { reversalRoutes } from "./reversals/routes.operator.ts";

interface CorrectionParts {
  site: Site;
  live: Database;
  /** Largest total in salutes that one operator may correct alone. */
  approvalLimit: number;
}

/** Reversals and adjustments as JSON and as pages. */
export function correctionRoutes(parts: CorrectionParts): Operation[] {
  const { live, approvalLimit } = parts;
  return [
    ...reversalRoutes(live, approvalLimit),
    ...adjustmentRoutes(approvalLimit),
    ...reversalPages(parts),
    ...adjustmentPages(parts),
  ];
}
