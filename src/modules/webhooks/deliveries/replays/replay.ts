import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import type { DeliveryState } from "../rules.ts";
import { startRound } from "../start-round.ts";
import { findAnyDelivery, resolveDeliveries } from "../store.ts";
import { chooseRecords } from "./choose-records.ts";
import type { OperatorReplayBody, OperatorReplayResult, ReplayBody, ReplayResult } from "./model.ts";

/**
 * Sends records of a partner again. Each record has its own result; the Idempotency-Key covers the request, not the
 * records. One entry in the audit trail per request.
 * @throws Problem invalid_payload unless exactly one of event_ids and filter is given, and for events with too many records
 */
export function replayDeliveries(
  tx: Tx,
  actor: Actor,
  { partnerId, ...body }: Static<typeof ReplayBody> & { partnerId: number },
): Static<typeof ReplayResult> {
  const { filter, reason_tag = "receiver_fix", note = null } = body;
  const was: Record<string, DeliveryState> = {};
  const { records, nextAfter } = chooseRecords(tx, partnerId, body);
  const results = records.map(({ recordId, event_id, event_uid }) => {
    // A record that is named twice is in progress the second time.
    const delivery = recordId === null ? null : findAnyDelivery(tx, recordId);
    const error = delivery === null ? ("not_found" as const) : startRound(tx, delivery, reason_tag);
    if (delivery !== null && error === null) was[delivery.id] = delivery.state;
    const status = recordId === null ? null : (findAnyDelivery(tx, recordId)?.state ?? null);
    return { event_id, event_uid, replayed: error === null, error, status, reason_tag };
  });
  const replayed = Object.keys(was).length;
  if (replayed > 0)
    recordAudit(tx, actor, {
      action: "webhook_delivery.replay",
      subject: `partner:${partnerId}`,
      details: { was, reason_tag, note, ...(filter && { filter }) },
    });
  return {
    count: results.length,
    replayed_count: replayed,
    failed_count: results.length - replayed,
    reason_tag,
    note,
    results,
    has_more: nextAfter !== null,
    next_after: nextAfter,
  };
}

/** Sends any partner's record again, or all records of an event, for an operator. @throws Problem not_found */
export function replayAnyDelivery(
  tx: Tx,
  actor: Actor,
  {
    reference,
    reason_tag = "operator_replay",
    note = null,
  }: Static<typeof OperatorReplayBody> & { reference: string },
): Static<typeof OperatorReplayResult> {
  const records = resolveDeliveries(tx, null, reference);
  const [first] = records;
  if (first === undefined)
    throw new Problem("not_found", "Check event_id: there is no delivery record with this id.");
  const results = records.map((delivery) => {
    const error = startRound(tx, delivery, reason_tag);
    if (error === null)
      recordAudit(tx, actor, {
        action: "webhook_delivery.replay",
        subject: `webhook_delivery:${delivery.id}`,
        details: { was: delivery.state, reason_tag, note },
      });
    const { id, event_uid, webhook_id } = delivery;
    const status = findAnyDelivery(tx, id)?.state ?? delivery.state;
    return { event_id: id, event_uid, webhook_id, status, requeued: error === null, error };
  });
  const requeued = results.some((each) => each.requeued);
  return {
    event_id: first.id,
    event_uid: first.event_uid,
    requeued,
    error: requeued ? null : (results[0]?.error ?? null),
    results,
  };
}
