import type { Static } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import type { Timers } from "../../../kit/timers.ts";
import { feedBeginning, parseSequence } from "../events/index.ts";
import { Alarm } from "./alarm.ts";
import type { FeedEvent, ListEventsQuery } from "./model.ts";
import { readEvents } from "./read-events.ts";

/** Another process's commits give no signal, and a key may be disabled at any time. */
const LOOK_MS = SECOND_MS;
/** Least time between two looks, so that other partners' commits cost a stream little. */
const REST_MS = 25;
const HEARTBEAT_MS = 15 * SECOND_MS;
const HEARTBEAT = ": heartbeat\n\n";

export interface StreamSource {
  db: Database;
  partnerId: number;
  query: Static<typeof ListEventsQuery>;
  /** Whether the key may still read the stream. */
  isAdmitted: () => boolean;
  /** The first text, so that the client sees at once that the stream is open. */
  opening: string;
  timers: Timers;
}

/** A partner's events as server-sent events after `query.after`, oldest first, until the signal or the key ends it. */
export async function* streamEvents(
  { db, partnerId, query, isAdmitted, opening, timers }: StreamSource,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const alarm = new Alarm(timers, signal);
  const silent = db.writer.listen("events", () => alarm.ring());
  let beat = alarm.countDown(HEARTBEAT_MS);
  try {
    yield opening;
    let after = query.after;
    let begun = feedBeginning(db.read);
    while (!signal.aborted && isAdmitted()) {
      const beginning = feedBeginning(db.read);
      if (beginning !== null && beginning !== begun) after = parseSequence(beginning);
      begun = beginning;
      const { events, pagination } = readEvents(db.read, partnerId, { ...query, after });
      after = pagination.next_after;
      if (events.length > 0 || beat.isOver) {
        beat.cancel();
        yield events.length === 0 ? HEARTBEAT : events.map(eventText).join("");
        beat = alarm.countDown(HEARTBEAT_MS);
      }
      await alarm.rest(REST_MS);
      if (!pagination.has_more) await alarm.wait(LOOK_MS);
    }
  } finally {
    beat.cancel();
    silent();
  }
}

function eventText(event: Static<typeof FeedEvent>): string {
  return `id: ${event.sequence}\nevent: ${event.event_type}\ndata: ${JSON.stringify(event)}\n\n`;
}
