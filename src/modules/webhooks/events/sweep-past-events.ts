import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { purgeInChunks } from "../../platform/retention/index.ts";
import { deletePastEvents, listPastEvents, type RecordRetention } from "./store.ts";

/** Days after which an event is deleted, and one with a dead letter. */
export const EVENT_DAYS = 30;
export const DEAD_LETTER_DAYS = 90;
/** Events examined in one turn of the event loop; older events that are kept longer lie between the others. */
const EVENT_WINDOW = 2_000;
/** Pause between windows, in which requests have the event loop to themselves. */
const PAUSE_MS = 5;

/**
 * Goes through the old events once and deletes those whose records are all past keeping. Returns how many were
 * deleted.
 */
export async function sweepPastEvents(
  db: Database,
  keeping: RecordRetention,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const found = listPastEvents(db.read, keeping, { after, window: EVENT_WINDOW });
    const ids = [...found.ids];
    const purge = (tx: Parameters<typeof deletePastEvents>[0], chunk: number) =>
      deletePastEvents(tx, keeping, ids.splice(0, chunk));
    total += await purgeInChunks(db, purge, signal);
    after = found.next;
    await pause(PAUSE_MS);
  }
  return total;
}
