import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/problem.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/seal.ts";
import { countEvent, findEvent, putEvent } from "./store.ts";

export const EVENT_TYPES = ["copy", "open", "share", "play", "click"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface ClientEvent {
  event_type: EventType;
  /** As the policy emits it. */
  destination_url: string;
  client_event_id: string;
}

/**
 * Counts an event, once within the dedupe window. Only hashes are kept of its id and body.
 * @returns whether it was counted now.
 * @throws Problem client_event_conflict where the id came with another event within the window
 */
export function trackEvent(tx: Tx, event: ClientEvent, dedupeHours: number): boolean {
  const { event_type, destination_url, client_event_id } = event;
  const eventHash = sha256Hex(client_event_id);
  const bodyHash = sha256Hex(JSON.stringify([event_type, destination_url]));
  const known = findEvent(tx, eventHash);
  if (known !== null && known.created_at > tx.now - dedupeHours * HOUR_MS) {
    if (known.body_hash === bodyHash) return false;
    throw new Problem(
      "client_event_conflict",
      "Give each event an id of its own: this client_event_id came with another event before.",
    );
  }
  putEvent(tx, eventHash, bodyHash);
  countEvent(tx, Math.floor(tx.now / DAY_MS), event_type, destination_url);
  return true;
}
