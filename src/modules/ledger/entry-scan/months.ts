import type { Sql } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { Faults, type Finding } from "../../platform/invariants/index.ts";
import { THROUGH } from "../entries/index.ts";
import { MOST, MOVED, type MovementRow } from "../months/index.ts";
import type { EntryCheck, ScannedEntry } from "./scan.ts";

/** The kept sums and the entry up to which they count, of one snapshot; one row without a partner if there are none. */
const KEPT = `SELECT through, ${MOVED} FROM (SELECT ${THROUGH} AS through) LEFT JOIN ledger_months`;
const SUMMED = ["credits", "credited", "debits", "debited"] as const;

/**
 * The sums behind the monthly reports are those of the entries, which are added up in the order of their table: sorting
 * them all takes 90 bytes of memory for each, and sorting portions of them twice the time.
 */
export class MonthCheck implements EntryCheck {
  readonly #sql: Sql;
  readonly #kept: readonly (MovementRow & { through: number })[];
  readonly #through: number;
  readonly #sums = new Map<string, MovementRow>();
  /** The sum that each partner's last entry belongs to, and most often the next one, too. */
  readonly #latest = new Map<number, MovementRow>();
  readonly #months = new Map<number, string>();

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#kept = sql.all<MovementRow & { through: number }>(KEPT);
    this.#through = this.#kept[0]?.through ?? 0;
  }

  see({ id, partner_id, created_at, kind, reason, delta }: ScannedEntry): void {
    if (id > this.#through) return;
    const month = this.#monthOf(Math.trunc(created_at / DAY_MS));
    let sum = this.#latest.get(partner_id);
    if (sum === undefined || sum.month !== month || sum.kind !== kind || sum.reason !== reason) {
      const none = { partner_id, month, kind, reason, credits: 0, credited: 0, debits: 0, debited: 0 };
      sum = this.#sums.get(keyOf(none)) ?? none;
      this.#sums.set(keyOf(sum), sum);
      this.#latest.set(partner_id, sum);
    }
    addTo(sum, delta);
  }

  end(): Finding {
    const faulty = new Set<string>();
    for (const row of this.#kept) {
      const found = this.#sums.get(keyOf(row));
      this.#sums.delete(keyOf(row));
      if (
        row.partner_id !== null &&
        (found === undefined || SUMMED.some((column) => found[column] !== row[column]))
      )
        faulty.add(faultOf(row));
    }
    for (const row of this.#sums.values()) faulty.add(faultOf(row));
    const faults = new Faults();
    for (const fault of faulty) faults.add(fault);
    return faults.toFinding("each month's sums by partner, kind and reason are those of its entries");
  }

  /** By SQLite, as for the kept sums: a damaged time has no month there. @param day since 1970 */
  #monthOf(day: number): string {
    let month = this.#months.get(day);
    if (month === undefined) {
      const text = "SELECT strftime('%Y-%m', ? * 86400, 'unixepoch') AS month";
      month = String(this.#sql.one<{ month: string | null }>(text, day).month);
      this.#months.set(day, month);
    }
    return month;
  }
}

function addTo(sum: MovementRow, delta: number): void {
  if (delta > 0) {
    sum.credits++;
    sum.credited = Math.min(sum.credited + delta, MOST);
  } else if (delta < 0) {
    sum.debits++;
    sum.debited = Math.min(sum.debited - delta, MOST);
  }
}

function keyOf({ partner_id, month, kind, reason }: MovementRow): string {
  return `${partner_id} ${month} ${kind} ${reason}`;
}

function faultOf({ partner_id, month }: MovementRow): string {
  return `the sums of partner ${partner_id} in ${month} are not those of its entries`;
}
