import type { Tx } from "../../db/sql.ts";
import { ulid } from "../../kit/ids.ts";
import type { EventData, EventType } from "./catalogue.ts";

/** Puts an event into the outbox, in the commit that makes the change it tells of. */
export function emitEvent<Type extends EventType>(
  tx: Tx,
  partnerId: number,
  type: Type,
  data: EventData<Type>,
): void {
  tx.run(
    "INSERT INTO events (uid, partner_id, event_type, data, fanout_count, created_at) VALUES (?, ?, ?, ?, 0, ?)",
    `evt_${ulid(tx.now, tx.random)}`,
    partnerId,
    type,
    JSON.stringify(data),
    tx.now,
  );
}
