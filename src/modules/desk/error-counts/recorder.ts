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
  /** Removed from #cells, not committed yet. */
  #taken: ErrorCell[] = [];
  /** The last flush: one at a time, so that none stores the cells of another. */
  #flushed: Promise<void> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly live: Database,
  ) {}

  record(code: string, path: string): void {
    const hour = Math.floor(this.clock.now() / HOUR_MS);
    const isKnown = this.#cells.has(`${hour} ${code} ${path}`);
    if (isKnown || this.#cells.size < MAX_CELLS) this.#count({ hour, code, path });
    else this.#count({ hour, code: OTHER, path: OTHER });
  }

  #count({ hour, code, path }: Omit<ErrorCell, "count">): void {
    const name = `${hour} ${code} ${path}`;
    const cell = this.#cells.get(name);
    if (cell === undefined) this.#cells.set(name, { hour, code, path, count: 1 });
    else cell.count++;
  }

  /** Stores pending counts; counts that cannot be written stay pending. @throws WriteUnavailable */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.catch(() => {}).then(() => this.#store());
    return this.#flushed;
  }

  async #store(): Promise<void> {
    await this.#storeTaken();
    this.#taken = [...this.#cells.values()];
    this.#cells = new Map();
    await this.#storeTaken();
  }

  async #storeTaken(): Promise<void> {
    while (this.#taken.length > 0) {
      const chunk = this.#taken.slice(0, CELLS_PER_TRANSACTION);
      await this.live.writer.run((tx) => addErrors(tx, chunk), "lasting");
      this.#taken = this.#taken.slice(chunk.length);
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
    const pending = [...this.#taken, ...this.#cells.values()].filter(
      ({ hour }) => hour >= range.fromHour && hour <= range.toHour,
    );
    const cells = [...pending, ...listErrors(this.live.read, range.fromHour, range.toHour)].sort(
      (a, b) => b.hour - a.hour,
    );
    const sums = new Map<string, TopError>();
    let counted = 0;
    for (const { code, path: route, count } of cells) {
      const taken = Math.min(count, limit - counted);
      if (taken <= 0) break;
      counted += taken;
      const path = withoutMethod(route);
      const sum = sums.get(`${code} ${path}`) ?? { code, path, count: 0 };
      sum.count += taken;
      sums.set(`${code} ${path}`, sum);
    }
    const errors = [...sums.values()].sort(
      (a, b) => b.count - a.count || compare(a.code, b.code) || compare(a.path, b.path),
    );
    return { errors: errors.slice(0, shown), counted };
  }
}

/** The path template of a route, such as `/readyz` of `GET /readyz`. */
function withoutMethod(route: string): string {
  return route.slice(route.indexOf(" ") + 1);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
