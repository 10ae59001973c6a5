import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../../db/sql.ts";
import { invalidPayload } from "../../../../http/answers/problem.ts";
import { timeOrNull } from "../../../../kit/clock.ts";
import { EXAMINED, listDeliveryIds, listOfTypes } from "../list-deliveries.ts";
import { listDeliveryViews, resolveDeliveries } from "../store.ts";
import { MAX_REPLAY, type ReplayBody, type ReplayFilter } from "./model.ts";

interface ChosenRecord {
  /** Null if the partner has no such record. */
  recordId: number | null;
  event_id: number | null;
  event_uid: string | null;
}

interface Choice {
  records: ChosenRecord[];
  /** The last examined id of a filter that may select more; otherwise null. */
  nextAfter: number | null;
}

/**
 * The records of a replay: at most MAX_REPLAY.
 * @throws Problem invalid_payload unless exactly one of event_ids and filter is given, and for events with too many records
 */
export function chooseRecords(
  tx: Tx,
  partnerId: number,
  { event_ids, filter }: Static<typeof ReplayBody>,
): Choice {
  if (event_ids === undefined) {
    if (filter === undefined) throw invalidPayload("event_ids", "is needed, unless a filter is given");
    return chooseFiltered(tx, partnerId, filter);
  }
  if (filter !== undefined) throw invalidPayload("filter", "must not be given together with event_ids");
  const records = event_ids.flatMap((reference) => chooseNamed(tx, partnerId, reference));
  if (records.length > MAX_REPLAY)
    throw invalidPayload("event_ids", `names ${records.length} records: at most ${MAX_REPLAY} per request`);
  return { records, nextAfter: null };
}

/** The records that a reference names; one without a record id if there is none. */
function chooseNamed(tx: Tx, partnerId: number, reference: string): ChosenRecord[] {
  const found = resolveDeliveries(tx, partnerId, reference);
  if (found.length > 0) return found.map(({ id, event_uid }) => ({ recordId: id, event_id: id, event_uid }));
  const isEvent = reference.startsWith("evt_");
  return [
    { recordId: null, event_id: isEvent ? null : Number(reference), event_uid: isEvent ? reference : null },
  ];
}

/** Oldest first, so that receivers get events in the order in which they happened. */
function chooseFiltered(
  tx: Tx,
  partnerId: number,
  { status, webhook_id, event_type, reason_tag, from, to, after }: Static<typeof ReplayFilter>,
): Choice {
  const filters = {
    ids: null,
    status,
    reasonTag: reason_tag ?? null,
    webhookId: webhook_id ?? null,
    from: timeOrNull(from),
    to: timeOrNull(to),
  };
  const limit = event_type === undefined ? MAX_REPLAY : EXAMINED;
  const page = { after: after ?? null, limit: limit + 1, offset: 0 };
  const found = listDeliveryIds(tx, partnerId, { filters, page, order: "oldest" });
  const examined = found.slice(0, limit);
  const fitting = event_type === undefined ? examined : listOfTypes(tx, examined, [event_type]);
  const ids = fitting.slice(0, MAX_REPLAY);
  const last = fitting.length > ids.length ? ids.at(-1) : found.length > limit ? examined.at(-1) : undefined;
  const records = listDeliveryViews(tx, ids).reverse();
  return {
    records: records.map(({ id, event_uid }) => ({ recordId: id, event_id: id, event_uid })),
    nextAfter: last ?? null,
  };
}
