import type { Sql } from "../../../db/sql.ts";
import { type ClosingRow, listClosings, listMovements, type MovementRow } from "./store.ts";

/** A partner's month. Amounts in hundredths of a salute. */
export interface PartnerMonth {
  opening: number;
  /** By kind, in alphabetical order. */
  movements: MovementRow[];
  closing: number;
  /** Number of entries of the month. */
  entries: number;
  /** When the month was found to agree with its entries and the balances; null if it was not, or has changed since. */
  verifiedAt: number | null;
}

/** The month of every partner with entries in it or before it, by the partner's id. */
export function readMonths(sql: Sql, month: string): Map<number, PartnerMonth> {
  const closings = new Map(listClosings(sql, month).map((row) => [row.partner_id, row]));
  const months = sumMonths(listMovements(sql, month), month);
  for (const [partnerId, each] of months) each.verifiedAt = verifiedAt(each, closings.get(partnerId));
  return months;
}

/** Sums movements up to a month. */
export function sumMonths(rows: readonly MovementRow[], month: string): Map<number, PartnerMonth> {
  const months = new Map<number, PartnerMonth>();
  for (const row of rows) {
    const sums = months.get(row.partner_id) ?? {
      opening: 0,
      movements: [],
      closing: 0,
      entries: 0,
      verifiedAt: null,
    };
    months.set(row.partner_id, sums);
    const net = row.credited - row.debited;
    sums.closing += net;
    if (row.month < month) sums.opening += net;
    else {
      sums.entries += row.credits + row.debits;
      addMovement(sums.movements, row);
    }
  }
  return months;
}

function addMovement(movements: MovementRow[], row: MovementRow): void {
  const same = movements.find(({ kind }) => kind === row.kind);
  if (same === undefined) {
    movements.push({ ...row });
    movements.sort((a, b) => a.kind.localeCompare(b.kind));
    return;
  }
  same.credits += row.credits;
  same.credited += row.credited;
  same.debits += row.debits;
  same.debited += row.debited;
}

function verifiedAt(month: PartnerMonth, kept: ClosingRow | undefined): number | null {
  if (kept === undefined) return null;
  const { opening, closing, entries, verified_at } = kept;
  const agrees = opening === month.opening && closing === month.closing && entries === month.entries;
  return agrees ? verified_at : null;
}
