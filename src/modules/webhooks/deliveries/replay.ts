import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { OperatorReplayBody, OperatorReplayResult, ReplayBody, ReplayResult } from "./model.ts";
import type { DeliveryState } from "./rules.ts";
import { startRound } from "./start-round.ts";
import { findAnyDelivery, findDelivery } from "./store.ts";

/**
 * Sends records of a partner again. Each id has its own result; the Idempotency-Key covers the request, not the
 * records. One entry in the audit trail per request.
 */
export function replayDeliveries(
  tx: Tx,
  actor: Actor,
  {
    partnerId,
    event_ids,
    reason_tag = "receiver_fix",
    note = null,
  }: Static<typeof ReplayBody> & { partnerId: number },
): Static<typeof ReplayResult> {
  const was: Record<string, DeliveryState> = {};
  const results = event_ids.map((id) => {
    const delivery = findDelivery(tx, partnerId, id);
    const error = delivery === null ? ("not_found" as const) : startRound(tx, delivery, reason_tag);
    if (delivery !== null && error === null) was[id] = delivery.state;
    return { event_id: id, replayed: error === null, error, reason_tag };
  });
  const replayed = Object.keys(was).length;
  if (replayed > 0)
    recordAudit(tx, actor, {
      action: "webhook_delivery.replay",
      subject: `partner:${partnerId}`,
      details: { was, reason_tag, note },
    });
  return {
    count: results.length,
    replayed_count: replayed,
    failed_count: results.length - replayed,
    reason_tag,
    note,
    results,
  };
}

/** Sends any partner's record again, for an operator. @throws Problem not_found */
export function replayAnyDelivery(
  tx: Tx,
  actor: Actor,
  { id, reason_tag = "operator_replay", note = null }: Static<typeof OperatorReplayBody> & { id: number },
): Static<typeof OperatorReplayResult> {
  const delivery = findAnyDelivery(tx, id);
  if (delivery === null)
    throw new Problem("not_found", "Check event_id: there is no delivery record with this id.");
  const error = startRound(tx, delivery, reason_tag);
  if (error === null) {
    const details = { was: delivery.state, reason_tag, note };
    recordAudit(tx, actor, { action: "webhook_delivery.replay", subject: `webhook_delivery:${id}`, details });
  }
  return { event_id: id, requeued: error === null, error };
}
