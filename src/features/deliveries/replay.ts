import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../db/sql.ts";
import type { Actor } from "../../http/operation.ts";
import { Problem } from "../../http/problem.ts";
import { recordAudit } from "../audit/index.ts";
import type { ReplayBody, ReplayResult } from "./model.ts";
import type { ReasonTag, RoundRefusal } from "./rules.ts";
import { startRound } from "./start-round.ts";
import { type DeliveryRow, findAnyDelivery, findDelivery } from "./store.ts";

/** Sends records of a partner anew. Each id answers for itself; the Idempotency-Key guards the request, not the records. */
export function replayDeliveries(
  tx: Tx,
  actor: Actor,
  partnerId: number,
  { event_ids, reason_tag = "receiver_fix", note = null }: Static<typeof ReplayBody>,
): Static<typeof ReplayResult> {
  const results = event_ids.map((id) => {
    const delivery = findDelivery(tx, partnerId, id);
    const error: RoundRefusal | "not_found" | null =
      delivery === null ? "not_found" : replayOne(tx, actor, delivery, reason_tag, note);
    return { event_id: id, replayed: error === null, error, reason_tag };
  });
  const replayed = results.filter(({ error }) => error === null).length;
  return {
    count: results.length,
    replayed_count: replayed,
    failed_count: results.length - replayed,
    reason_tag,
    note,
    results,
  };
}

/** An operator sends any partner's record anew. @throws Problem not_found */
export function replayAnyDelivery(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason_tag = "operator_replay", note = null }: { reason_tag?: ReasonTag; note?: string | null },
): { event_id: number; requeued: boolean; error: RoundRefusal | null } {
  const delivery = findAnyDelivery(tx, id);
  if (delivery === null) throw new Problem("not_found", "Check event_id: no delivery record has it.");
  const error = replayOne(tx, actor, delivery, reason_tag, note);
  return { event_id: id, requeued: error === null, error };
}

function replayOne(
  tx: Tx,
  actor: Actor,
  delivery: DeliveryRow,
  reason: ReasonTag,
  note: string | null,
): RoundRefusal | null {
  const refusal = startRound(tx, delivery, reason);
  if (refusal === null) {
    recordAudit(tx, actor, "webhook_delivery.replay", `webhook_delivery:${delivery.id}`, {
      was: delivery.state,
      reason_tag: reason,
      note,
    });
  }
  return refusal;
}
