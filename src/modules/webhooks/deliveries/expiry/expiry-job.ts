import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../../kit/clock.ts";
import { CLOCK_HOLDS, findStep } from "../../../platform/clock-step/index.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { expireWaiting, listPastTime, type Position } from "./expire-waiting.ts";

/** Records examined in one turn of the event loop. */
const WINDOW = 2_000;
/** Dead letters per transaction, each with its event. */
const CHUNK = 100;
const PAUSE_MS = 5;

/**
 * The engine expires the records that it picks too late; this job expires those it cannot pick: held, or behind a
 * failing receiver.
 */
export const deliveryExpiry: Job<{ live: Database; clock: Clock }> = {
  name: "delivery_expiry",
  schedule: "41 * * * *",
  timeoutMs: 10 * MINUTE_MS,
  description: "Makes dead letters of deliveries that waited three days, or were held for ninety",
  run: async ({ live, clock }, signal) => {
    let count = 0;
    let position: Position = null;
    do {
      signal.throwIfAborted();
      if (findStep(live.read, clock) !== null) return CLOCK_HOLDS;
      const found = listPastTime(live.read, { after: position, window: WINDOW }, clock.now());
      while (found.ids.length > 0) {
        const ids = found.ids.splice(0, CHUNK);
        count += await live.writer.run((tx) => expireWaiting(tx, ids));
      }
      position = found.next;
      await pause(PAUSE_MS);
    } while (position !== null);
    return count === 0 ? "nothing expired" : `${count} deliveries expired`;
  },
};
