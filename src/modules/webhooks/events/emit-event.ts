import { nextId } from "../../../db/next-id.ts";
import type { Tx } from "../../../db/sql.ts";
import type { EventData, EventType } from "./catalogue.ts";
import { eventUid } from "./event-uid.ts";
import { type Audience, fanOut, listReceivers, type Topic } from "./fan-out.ts";
import { nextSequence } from "./feed-store.ts";

/** An event to create. */
interface NewEvent<Type extends EventType> extends Topic {
  type: Type;
  data: EventData<Type>;
}

/** A created event. */
export interface EmittedEvent {
  /** evt_ and a ULID. */
  uid: string;
  /** Ids of its delivery records. */
  deliveryIds: readonly number[];
}

/**
 * Adds an event to the outbox, in the commit of the change that it reports, with one delivery record for each
 * receiving webhook.
 */
export function emitEvent<Type extends EventType>(
  tx: Tx,
  { partnerId, type, data }: NewEvent<Type>,
  audience: Audience = "subscribers",
): EmittedEvent {
  const receivers = listReceivers(tx, { partnerId, type }, audience);
  const eventId = nextId(tx, "events");
  const uid = eventUid(eventId, tx.now, tx.random);
  tx.run(
    `INSERT INTO events (id, uid, partner_id, sequence, event_type, data, idempotency_key, fanout_count, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    eventId,
    uid,
    partnerId,
    nextSequence(tx, partnerId),
    type,
    JSON.stringify(data),
    tx.idempotencyKey,
    receivers.length,
    tx.now,
  );
  tx.signals.add("events");
  return { uid, deliveryIds: receivers.length === 0 ? NONE : fanOut(tx, { eventId, partnerId }, receivers) };
}

const NONE: readonly number[] = [];
