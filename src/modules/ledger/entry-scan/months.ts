import type { Sql } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { type Finding, toFinding } from "../../platform/invariants/index.ts";
import { THROUGH } from "../entries/index.ts";
import { MOST, MOVED, type MovedRow } from "../months/index.ts";
import type { EntryCheck, ScannedEntry } from "./entry.ts";

/** The kept sums and the entry up to which they count, of one snapshot; one row without a partner if there are none. */
const KEPT = `SELECT through, ${MOVED} FROM (SELECT ${THROUGH} AS through) LEFT JOIN ledger_months`;
type Sums = Pick<MovedRow, "credits" | "credited" | "debits" | "debited">;

/** Sums of the entries of one partner, month, kind and reason. Small: there is one of each group in memory. */
interface Group {
  entries: number;
  credits: Amount;
  debits: Amount;
  kept: Sums | null;
}

/** A number of amounts and their sum. */
class Amount {
  count = 0;
  /** As a number, which is fast, and as whole as it stays below 2^53. */
  #recent = 0;
  #sum = 0n;

  add(amount: number): void {
    this.count++;
    if (this.#recent > Number.MAX_SAFE_INTEGER - amount) this.#settle();
    this.#recent += amount;
  }

  /** As it is kept. */
  get sum(): string {
    this.#settle();
    return this.#sum < BigInt(MOST) ? String(this.#sum) : MOST;
  }

  #settle(): void {
    this.#sum += BigInt(this.#recent);
    this.#recent = 0;
  }
}

/** Where most of a partner's next entries belong, too. */
interface Latest extends Pick<MovedRow, "month" | "kind" | "reason"> {
  group: Group;
}

/**
 * The sums behind the monthly reports are those of the entries, which are added up in the order of their table: sorting
 * them all takes 90 bytes of memory for each, and sorting portions of them twice the time.
 */
export class MonthCheck implements EntryCheck {
  readonly #sql: Sql;
  #through = 0;
  /** The kept ones first. */
  readonly #groups = new Map<string, Group>();
  /** By partner. */
  readonly #latest = new Map<number, Latest>();
  /** By days since 1970. */
  readonly #months = new Map<number, string>();

  constructor(sql: Sql) {
    this.#sql = sql;
    for (const row of sql.iterate<MovedRow & { through: number }>(KEPT)) {
      const { through, partner_id, credits, credited, debits, debited } = row;
      this.#through = through;
      if (partner_id !== null) this.#groups.set(keyOf(row), newGroup({ credits, credited, debits, debited }));
    }
  }

  see({ id, partner_id, created_at, kind, reason, delta }: ScannedEntry): void {
    if (id > this.#through) return;
    const month = this.#monthOf(Math.trunc(created_at / DAY_MS));
    let latest = this.#latest.get(partner_id);
    if (latest?.month !== month || latest.kind !== kind || latest.reason !== reason) {
      const key = keyOf({ partner_id, month, kind, reason });
      const group = this.#groups.get(key) ?? newGroup(null);
      this.#groups.set(key, group);
      latest = { month, kind, reason, group };
      this.#latest.set(partner_id, latest);
    }
    addTo(latest.group, delta);
  }

  end(): Finding {
    const faulty = new Set<string>();
    for (const [key, group] of this.#groups) {
      if (group.entries === 0 || !agrees(group)) faulty.add(faultOf(key));
    }
    return toFinding(faulty, "each month's sums by partner, kind and reason are those of its entries");
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

function newGroup(kept: Sums | null): Group {
  return { entries: 0, credits: new Amount(), debits: new Amount(), kept };
}

function addTo(group: Group, delta: number): void {
  group.entries++;
  if (delta > 0) group.credits.add(delta);
  else if (delta < 0) group.debits.add(-delta);
}

function agrees({ credits, debits, kept }: Group): boolean {
  if (kept === null) return false;
  const isCounted = kept.credits === credits.count && kept.debits === debits.count;
  return isCounted && kept.credited === credits.sum && kept.debited === debits.sum;
}

type GroupColumns = Pick<MovedRow, "partner_id" | "month" | "kind" | "reason">;

function keyOf({ partner_id, month, kind, reason }: GroupColumns): string {
  return `${partner_id} ${month} ${kind} ${reason}`;
}

function faultOf(key: string): string {
  const [partner, month] = key.split(" ", 2);
  return `the sums of partner ${partner} in ${month} are not those of its entries`;
}
