import type { Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { LINK_ERRORS } from "../errors.ts";
import type { EventRoom } from "./event-room.ts";
import { countEvent, findEvent, isCounted, upsertEvent } from "./event-store.ts";

/** Stands for destinations past the daily limits. */
const OTHER = "other";

export const EVENT_TYPES = ["copy", "open", "share", "play", "click"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface ClientEvent {
  event_type: EventType;
  /** As emitted by the policy. */
  destination_url: string;
  client_event_id: string;
}

/**
 * Counts an event once within the dedupe window. Only hashes of its id and body are stored. A destination gets a row
 * per day while there is room, and counts as `other` after that.
 * @param address of the sender, who may be the first to report only so many destinations a day
 * @returns whether it was counted now.
 * @throws Problem client_event_conflict if the id came with another event within the window
 */
export function trackEvent(
  tx: Tx,
  event: ClientEvent,
  { dedupeHours, room, address }: { dedupeHours: number; room: EventRoom; address: string },
): boolean {
  const { event_type, destination_url, client_event_id } = event;
  const eventHash = sha256Hex(client_event_id);
  const bodyHash = sha256Hex(JSON.stringify([event_type, destination_url]));
  const known = findEvent(tx, eventHash);
  if (known !== null && known.created_at > tx.now - dedupeHours * HOUR_MS) {
    if (known.body_hash === bodyHash) return false;
    throw new Problem(
      LINK_ERRORS.client_event_conflict,
      "Give each event its own id: this client_event_id came with another event before.",
    );
  }
  room.takeEvent(tx);
  upsertEvent(tx, eventHash, bodyHash);
  const day = Math.floor(tx.now / DAY_MS);
  const own = { day, event_type, destination: destination_url };
  const isOwn = isCounted(tx, own) || room.takeDestination(tx, address);
  countEvent(tx, isOwn ? own : { ...own, destination: OTHER });
  return true;
}
