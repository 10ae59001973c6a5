import type { Sql } from "../../../db/sql.ts";
import { resolveDeliveries } from "../deliveries/index.ts";

/** Names a record with its target's host; `partnerId` is null for operators, who see all. */
export function deliveryTitle(sql: Sql, partnerId: number | null, reference: string): string {
  const [view] = resolveDeliveries(sql, partnerId, reference);
  return view === undefined ? "Delivery" : `Delivery ${view.id} to ${new URL(view.target_url).host}`;
}
