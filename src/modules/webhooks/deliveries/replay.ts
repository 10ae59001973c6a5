import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import {
  MAX_REPLAY,
  type OperatorReplayBody,
  type OperatorReplayResult,
  type ReplayBody,
  type ReplayResult,
} from "./model.ts";
import type { DeliveryState } from "./rules.ts";
import { startRound } from "./start-round.ts";
import { findAnyDelivery, resolveDeliveries } from "./store.ts";

/**
 * Sends records of a partner again. Each record has its own result; the Idempotency-Key covers the request, not the
 * records. One entry in the audit trail per request.
 * @throws Problem invalid_payload if the events have too many records
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
  const chosen = event_ids.flatMap((reference) => chooseRecords(tx, partnerId, reference));
  if (chosen.length > MAX_REPLAY)
    throw invalidPayload("event_ids", `names ${chosen.length} records: at most ${MAX_REPLAY} per request`);
  const results = chosen.map(({ recordId, event_id, event_uid }) => {
    // A record that is named twice is in progress the second time.
    const delivery = recordId === null ? null : findAnyDelivery(tx, recordId);
    const error = delivery === null ? ("not_found" as const) : startRound(tx, delivery, reason_tag);
    if (delivery !== null && error === null) was[delivery.id] = delivery.state;
    return { event_id, event_uid, replayed: error === null, error, reason_tag };
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

interface ChosenRecord {
  /** Null if the partner has no such record. */
  recordId: number | null;
  event_id: number | null;
  event_uid: string | null;
}

/** The records that a reference names; one without a record id if there is none. */
function chooseRecords(tx: Tx, partnerId: number, reference: string): ChosenRecord[] {
  const found = resolveDeliveries(tx, partnerId, reference);
  if (found.length > 0) return found.map(({ id, event_uid }) => ({ recordId: id, event_id: id, event_uid }));
  const isEvent = reference.startsWith("evt_");
  return [
    { recordId: null, event_id: isEvent ? null : Number(reference), event_uid: isEvent ? reference : null },
  ];
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
    return { event_id: id, event_uid, webhook_id, requeued: error === null, error };
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
