import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { endOfMonth, startOfMonth, toMonth } from "../../../kit/formats/month.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { idsBetween } from "../entries/index.ts";
import { readMonths, sumMovements } from "./read.ts";
import { countMovements, insertClosing, listBalances, listOpenMonths, type MovementRow } from "./store.ts";

/** Entries counted in one turn of the event loop: about 10 ms. */
const WINDOW = 10_000;
/** A change of the month's last moments may commit a little later. */
const SETTLE_MS = 5 * MINUTE_MS;

/**
 * Keeps the closing of every finished month that has none, oldest first, once its sums agree with its entries and its
 * closing with the balances of that time. Returns the closed months.
 * @throws Error with the fault
 */
export async function closeMonths(
  { live }: { live: Database },
  now: number,
  signal: AbortSignal,
): Promise<string[]> {
  const closed: string[] = [];
  for (const month of listOpenMonths(live.read, toMonth(now - SETTLE_MS))) {
    const found = await countMonth(live.read, month, signal);
    const fault = faultOf(live.read, month, found);
    if (fault !== null) throw new Error(fault);
    await live.writer.run((tx) => {
      for (const [partner_id, { opening, closing, entries }] of readMonths(tx, month))
        insertClosing(tx, { month, partner_id, opening, closing, entries });
    });
    closed.push(month);
  }
  return closed;
}

type CountedMonth = ReturnType<typeof sumMovements>;

/** The movements of a month, counted from its entries. */
async function countMonth(sql: Sql, month: string, signal: AbortSignal): Promise<CountedMonth> {
  const [from, to] = [startOfMonth(month), endOfMonth(month)];
  const ids = idsBetween(sql, from, to);
  const rows: MovementRow[] = [];
  if (ids === null) return new Map();
  for (let min = ids.min; min <= ids.max; min += WINDOW) {
    signal.throwIfAborted();
    const max = Math.min(min + WINDOW - 1, ids.max);
    rows.push(...countMovements(sql, { min, max, from, to }));
    await breathe();
  }
  return sumMovements(rows);
}

function faultOf(sql: Sql, month: string, counted: CountedMonth): string | null {
  const kept = readMonths(sql, month);
  const balances = new Map(listBalances(sql, month).map((row) => [row.partner_id, row.balances]));
  for (const [partnerId, { movements, closing }] of kept) {
    const found = counted.get(partnerId) ?? [];
    if (JSON.stringify(found) !== JSON.stringify(movements))
      return `the sums of partner ${partnerId} in ${month} are not those of its entries`;
    const held = balances.get(partnerId) ?? 0;
    if (held !== closing)
      return `partner ${partnerId} closes ${month} with ${fromHundredths(closing)}, and its users then held ${fromHundredths(held)}`;
  }
  return null;
}
