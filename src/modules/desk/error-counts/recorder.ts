import type { Database } from "../../../db/database.ts";
import { type Clock, HOUR_MS } from "../../../kit/clock.ts";
import { addErrors, type ErrorCell, listErrors } from "./store.ts";

/** Cells in memory; further codes and routes are counted as `other`. */
const MAX_CELLS = 2_048;
const OTHER = "other";
const CELLS_PER_TRANSACTION = 200;

export interface TopError {
  code: string;
  path: string;
  count: number;
}

/** Counts refused requests by code and route in memory; `flush` stores the counts. */
export class ErrorCounts {
  #cells = new Map<string, ErrorCell>();

  constructor(
    private readonly clock: Clock,
    private readonly live: Database,
  ) {}

  record(code: string, path: string): void {
    const hour = Math.floor(this.clock.now() / HOUR_MS);
    const cell = this.#cells.get(`${hour} ${code} ${path}`);
    if (cell !== undefined) cell.count++;
    else if (this.#cells.size < MAX_CELLS) this.#add({ hour, code, path, count: 1 });
    else this.#add({ hour, code: OTHER, path: OTHER, count: 1 });
  }

  /** Stores pending counts; counts that cannot be written stay pending. @throws WriteUnavailable */
  async flush(): Promise<void> {
    const cells = [...this.#cells.values()];
    this.#cells = new Map();
    for (let start = 0; start < cells.length; start += CELLS_PER_TRANSACTION) {
      const chunk = cells.slice(start, start + CELLS_PER_TRANSACTION);
      try {
        await this.live.writer.run((tx) => addErrors(tx, chunk), "lasting");
      } catch (error) {
        for (const cell of cells.slice(start)) this.#add(cell);
        throw error;
      }
    }
  }

  /**
   * The most frequent refusals of a range of hours, stored or pending. Counts from the newest hour back until `limit`
   * refusals are counted.
   */
  top(
    range: { fromHour: number; toHour: number },
    limit: number,
    shown: number,
  ): { errors: TopError[]; counted: number } {
    const pending = [...this.#cells.values()].filter(
      ({ hour }) => hour >= range.fromHour && hour <= range.toHour,
    );
    const cells = [...pending, ...listErrors(this.live.read, range.fromHour, range.toHour)].sort(
      (a, b) => b.hour - a.hour,
    );
    const sums = new Map<string, TopError>();
    let counted = 0;
    for (const { code, path, count } of cells) {
      const taken = Math.min(count, limit - counted);
      if (taken <= 0) break;
      counted += taken;
      const sum = sums.get(`${code} ${path}`) ?? { code, path, count: 0 };
      sum.count += taken;
      sums.set(`${code} ${path}`, sum);
    }
    const errors = [...sums.values()].sort(
      (a, b) => b.count - a.count || compare(a.code, b.code) || compare(a.path, b.path),
    );
    return { errors: errors.slice(0, shown), counted };
  }

  #add(cell: ErrorCell): void {
    const name = `${cell.hour} ${cell.code} ${cell.path}`;
    const known = this.#cells.get(name);
    if (known === undefined) this.#cells.set(name, { ...cell });
    else known.count += cell.count;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
