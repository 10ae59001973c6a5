import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { createValidator } from "../../../http/schema/validate.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { postEntry } from "../entries/index.ts";
import { requireUser } from "../users/index.ts";
import { emitConversion } from "./emit-conversion.ts";
import { requirePending } from "./find-conversion.ts";
import { type ConversionRow, updateConversion } from "./store.ts";

const REASON = createValidator(Text(200));

interface Failure {
  id: number;
  /** Shown to the partner in the event. */
  reason: string;
}

/**
 * Cancels a conversion and returns its salutes, also to a suspended user.
 * @throws Problem invalid_payload, or as requirePending
 */
export function failConversion(tx: Tx, actor: Actor, { id, reason }: Failure): ConversionRow {
  const [fault] = REASON.faults(reason) ?? [];
  if (fault !== undefined) throw invalidPayload("reason", fault.message);
  const row = requirePending(tx, id);
  const user = requireUser(tx, row.partner_id, row.user_id);
  postEntry(tx, {
    user,
    partnerId: row.partner_id,
    delta: row.amount,
    reason: "conversion_return",
    source: "system",
    reference: { origin: "system", key: `conversion:${id}:return` },
  });
  const failed = { ...row, state: "failed", failure_reason: reason, resolved_at: tx.now } as const;
  updateConversion(tx, failed);
  recordAudit(tx, actor, { action: "conversion.fail", subject: `conversion:${id}`, details: { reason } });
  emitConversion(tx, "salutes.conversion_failed", { row: failed, user });
  return failed;
}
