import type { Sql } from "../../../db/sql.ts";
import {
  type ClosingRow,
  listClosings,
  listMovements,
  type MonthOf,
  type MovementRow,
  sumBefore,
} from "./store.ts";

/** A partner's month. Amounts in hundredths of a salute. */
export interface PartnerMonth {
  opening: bigint;
  /** By kind and reason, in alphabetical order. */
  movements: MovementRow[];
  closing: bigint;
  /** Number of entries of the month. */
  entries: number;
  /** When the month was found to agree with its entries and the balances; null if it was not, or has changed since. */
  verifiedAt: number | null;
}

/** The month of each partner with entries in it or before it, by the partner's id. */
export function readMonths(sql: Sql, of: MonthOf): Map<number, PartnerMonth> {
  const openings = sumBefore(sql, of);
  const moved = sumMovements(listMovements(sql, of));
  const closings = new Map(listClosings(sql, of).map((row) => [row.partner_id, row]));
  const months = new Map<number, PartnerMonth>();
  for (const partnerId of new Set([...openings.keys(), ...moved.keys()])) {
    const opening = openings.get(partnerId) ?? 0n;
    const movements = moved.get(partnerId) ?? [];
    const closing = movements.reduce((sum, { credited, debited }) => sum + credited - debited, opening);
    const entries = movements.reduce((sum, { credits, debits }) => sum + credits + debits, 0);
    const sums = { opening, movements, closing, entries };
    months.set(partnerId, { ...sums, verifiedAt: verifiedAt(sums, closings.get(partnerId)) });
  }
  return months;
}

/** Movements by the partner's id, each kind and reason once, by kind and then by reason. */
export function sumMovements(rows: readonly MovementRow[]): Map<number, MovementRow[]> {
  const sums = new Map<string, MovementRow>();
  for (const row of rows) {
    const name = `${row.partner_id} ${row.kind} ${row.reason}`;
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, { ...row });
    else {
      sum.credits += row.credits;
      sum.credited += row.credited;
      sum.debits += row.debits;
      sum.debited += row.debited;
    }
  }
  const sorted = [...sums.values()].sort(
    (a, b) => a.kind.localeCompare(b.kind) || a.reason.localeCompare(b.reason),
  );
  return Map.groupBy(sorted, ({ partner_id }) => partner_id);
}

function verifiedAt(month: Omit<PartnerMonth, "verifiedAt">, kept: ClosingRow | undefined): number | null {
  if (kept === undefined) return null;
  const { opening, closing, entries, verified_at } = kept;
  const agrees = opening === month.opening && closing === month.closing && entries === month.entries;
  return agrees ? verified_at : null;
}
