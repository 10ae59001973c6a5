import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { readSnapshot } from "../../../db/reader.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { endOfMonth, startOfMonth, toMonth } from "../../../kit/formats/month.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { idsBetween } from "../entries/index.ts";
import { readMonths, sumMovements } from "./read.ts";
import {
  type ClosingRow,
  countMovements,
  listClosings,
  listOpenMonths,
  type MovementRow,
  newestUserId,
  sumAfter,
  sumBalances,
  upsertClosing,
} from "./store.ts";

/** Entries or users that are counted in one turn of the event loop: about 10 ms. */
const WINDOW = 10_000;
/** A change of the month's last moments may commit a little later. */
const SETTLE_MS = 5 * MINUTE_MS;

interface ClosedMonths {
  /** Months with new closings. */
  closed: string[];
  faults: string[];
}

const JOB: Actor = { kind: "job", name: "month_figures" };

/**
 * Keeps the closing of every partner's finished month that has none, oldest first, once its sums agree with its entries
 * and its closing with the balances of that time. A fault keeps open only its partner's month. A month that got entries
 * after it was closed, because the clock was set back, is closed again; the trail has both closings.
 * @param onClosed called with each month that has new closings, in the transaction that stores them
 */
export async function closeMonths(
  { live, onClosed }: { live: Database; onClosed: (tx: Tx, month: string) => void },
  now: number,
  signal: AbortSignal,
): Promise<ClosedMonths> {
  const closed: string[] = [];
  const faults: string[] = [];
  for (const month of listOpenMonths(live.read, toMonth(now - SETTLE_MS))) {
    const found = await countMonth(live.read, month, signal);
    const faulty = await readSnapshot(live.path, async (sql) => {
      const kept = readMonths(sql, { month, partnerId: null });
      return faultsOf(kept, { month, found, balances: await countBalances(sql, month, signal) });
    });
    faults.push(...faulty.values());
    const count = await live.writer.run((tx) => {
      const kept = new Map(listClosings(tx, { month, partnerId: null }).map((row) => [row.partner_id, row]));
      const open = [...readMonths(tx, { month, partnerId: null })].filter(
        ([partnerId, { verifiedAt }]) => !faulty.has(partnerId) && verifiedAt === null,
      );
      for (const [partner_id, { opening, closing, entries }] of open) {
        const before = kept.get(partner_id);
        if (before !== undefined)
          recordAudit(tx, JOB, {
            action: "month.close_again",
            subject: `month:${month}`,
            details: {
              partner_id,
              before: figuresOf(before),
              after: figuresOf({ opening, closing, entries }),
            },
          });
        upsertClosing(tx, { month, partner_id, opening, closing, entries });
      }
      if (open.length > 0) onClosed(tx, month);
      return open.length;
    });
    if (count > 0) closed.push(month);
  }
  return { closed, faults };
}

type Figures = Pick<ClosingRow, "opening" | "closing" | "entries">;

const figuresOf = ({ opening, closing, entries }: Figures) => ({
  opening: fromHundredths(opening),
  closing: fromHundredths(closing),
  entries,
});

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

/** Balances of all users of each partner as they were at a month's end: those of now without later entries. */
async function countBalances(sql: Sql, month: string, signal: AbortSignal): Promise<Map<number, bigint>> {
  const sums = new Map([...sumAfter(sql, month)].map(([partnerId, later]) => [partnerId, -later]));
  const newest = newestUserId(sql);
  for (let min = 1; min <= newest; min += WINDOW) {
    signal.throwIfAborted();
    for (const [partnerId, balances] of sumBalances(sql, { min, max: min + WINDOW - 1 }))
      sums.set(partnerId, (sums.get(partnerId) ?? 0n) + balances);
    await breathe();
  }
  return sums;
}

interface Evidence {
  month: string;
  found: CountedMonth;
  balances: ReadonlyMap<number, bigint>;
}

/** By partner, how a month's kept sums differ from its entries, or its closing from the balances. */
function faultsOf(
  kept: ReturnType<typeof readMonths>,
  { month, found, balances }: Evidence,
): Map<number, string> {
  const faults = new Map<number, string>();
  for (const [partnerId, { movements, closing }] of kept) {
    const counted = found.get(partnerId) ?? [];
    const held = balances.get(partnerId) ?? 0n;
    if (!Bun.deepEquals(counted, movements))
      faults.set(partnerId, `the sums of partner ${partnerId} in ${month} are not those of its entries`);
    else if (held !== closing)
      faults.set(
        partnerId,
        `partner ${partnerId} closes ${month} with ${fromHundredths(closing)}, and its users then held ${fromHundredths(held)}`,
      );
  }
  return faults;
}
