import type { Tx } from "../../../db/sql.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import type { UserRow } from "../users/index.ts";
import { conversionView } from "./read.ts";
import type { ConversionRow } from "./store.ts";

/** Tells the partner of a conversion's new state. */
export function emitConversion(
  tx: Tx,
  type: "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed",
  { row, user }: { row: ConversionRow; user: UserRow },
): void {
  emitEvent(tx, {
    partnerId: row.partner_id,
    type,
    data: {
      user_id: String(user.id),
      external_id: user.external_id,
      ...conversionView(row),
      settlement_signature: row.settlement_signature,
      failure_reason: row.failure_reason,
    },
  });
}
