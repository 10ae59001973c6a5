import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { findIdAt, newestDeliveryId } from "../deliveries/index.ts";
import { countWindow, type DayRow, findNewestDay, upsertDay } from "./store.ts";

/** Days that are counted again: a delivery may end, or be sent again, some days after its event. */
const RECOUNTED_DAYS = 7;
/** Records of older events may have been deleted. */
const COMPLETE_DAYS = 29;
/** Records counted in one turn of the event loop. */
const WINDOW = 5_000;
/** Rows stored per commit. */
const CHUNK = 200;

/** Counts the deliveries of the last days; at the first run those of all days. */
export async function countDeliveryDays(
  { live }: { live: Database },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const newest = findNewestDay(live.read);
  const from =
    newest === null
      ? 0
      : Math.max(Date.parse(newest) - RECOUNTED_DAYS * DAY_MS, now - COMPLETE_DAYS * DAY_MS);
  const last = newestDeliveryId(live.read);
  const days = new Map<string, DayRow>();
  for (let min = findIdAt(live.read, from); min <= last; min += WINDOW) {
    signal.throwIfAborted();
    for (const row of countWindow(live.read, { min, max: min + WINDOW - 1 })) addTo(days, row);
    await breathe();
  }
  // The first day may have begun before the first id.
  const whole = [...days.values()].filter(({ day }) => newest === null || day > utcDay(from));
  for (let at = 0; at < whole.length; at += CHUNK)
    await live.writer.run((tx) => {
      for (const row of whole.slice(at, at + CHUNK)) upsertDay(tx, row);
    }, "lasting");
}

function addTo(days: Map<string, DayRow>, row: DayRow): void {
  const name = `${row.day} ${row.webhook_id}`;
  const sums = days.get(name);
  if (sums === undefined) {
    days.set(name, { ...row });
    return;
  }
  sums.created += row.created;
  sums.delivered += row.delivered;
  sums.dead_letters += row.dead_letters;
  sums.cancelled += row.cancelled;
}
