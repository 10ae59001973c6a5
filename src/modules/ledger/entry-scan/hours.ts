import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerHours } from "../../../db/tables/ledger.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { Faults, type Finding } from "../../platform/invariants/index.ts";
import { THROUGH } from "../entries/index.ts";
import type { EntryCheck, ScannedEntry } from "./entry.ts";

type Hour = RowOf<typeof ledgerHours>;

/** The kept hours and the entry up to which they count, of one snapshot; one row without an hour if there are none. */
const KEPT = `SELECT through, hour, min_id, max_id, entries FROM (SELECT ${THROUGH} AS through) LEFT JOIN ledger_hours`;

/** Each entry but the newest lies between the ids that are kept for its hour, and all are counted. */
export class HourCheck implements EntryCheck {
  readonly #faults = new Faults();
  readonly #through: number;
  readonly #hours: ReadonlyMap<number, Hour>;
  /** Of the last entry, and most often of the next one, too. */
  #hour: { number: number; kept: Hour | undefined } | null = null;
  #entries = 0;

  constructor(sql: Sql) {
    const kept = sql.all<Hour & { through: number }>(KEPT);
    this.#through = kept[0]?.through ?? 0;
    this.#hours = new Map(kept.map((row) => [row.hour, row]));
  }

  see({ id, created_at }: ScannedEntry): void {
    if (id > this.#through) return;
    this.#entries++;
    const number = Math.trunc(created_at / HOUR_MS);
    if (this.#hour?.number !== number) this.#hour = { number, kept: this.#hours.get(number) };
    const { kept } = this.#hour;
    if (kept === undefined || id < kept.min_id || id > kept.max_id)
      this.#faults.add(`entry ${id} is missing from the sums of its hour`);
  }

  end(): Finding {
    const counted = [...this.#hours.values()].reduce((sum, { entries }) => sum + (entries ?? 0), 0);
    if (counted !== this.#entries) this.#faults.add(`the hours count ${counted} of ${this.#entries} entries`);
    return this.#faults.toFinding(
      "each entry but the newest lies between the ids stored for its hour, and all are counted",
    );
  }
}
