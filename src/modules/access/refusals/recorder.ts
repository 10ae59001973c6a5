import type { Database } from "../../../db/database.ts";
import { type Clock, HOUR_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { parseProductName } from "./agent.ts";
import { HourCells, type PendingHour } from "./cells.ts";
import { SourceNames } from "./source.ts";
import { addRefusals, listKinds } from "./store.ts";
import type { RefusalFields } from "./suppression.ts";
import type { SuppressionFile } from "./suppression-file.ts";

interface RecorderParts {
  clock: Clock;
  log: Logger;
  live: Database;
  suppressions: SuppressionFile;
}

/** This many cells take a write transaction some 10 ms. */
const CELLS_A_CHANGE = 300;
/** Hours kept in memory while the database refuses changes; then the oldest is dropped. */
const MAX_HOURS = 6;

/** Counts every 403 in memory, in at most 4096 cells per hour; `store` writes the counts (contract section 17). */
export class RefusalRecorder {
  readonly #hours = new Map<number, HourCells>();
  readonly #sources: SourceNames;
  #storing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: RecorderParts) {
    this.#sources = new SourceNames(parts.live.read, parts.clock.now());
  }

  get suppressions(): SuppressionFile {
    return this.parts.suppressions;
  }

  /** Counts one refusal. */
  record(refused: RefusalFields & { userAgent: string }): void {
    const now = this.parts.clock.now();
    const { method, path, reason, keyId, address, userAgent } = refused;
    const hour = this.#hourOf(Math.floor(now / HOUR_MS));
    const rule = this.suppressions.recent(now).rules.find(refused, now);
    const source = this.#sources.nameSource(address, now);
    const kind = { method, path, reason, key_id: keyId, source, agent: parseProductName(userAgent) };
    hour.add(kind, { count: 1, suppressed: rule === null ? 0 : 1 });
    if (rule !== null) hour.addMatch(rule.id, 1);
  }

  /** Writes pending counts. Counts that could not be written stay pending. @throws WriteUnavailable */
  store(): Promise<void> {
    this.#storing = this.#storing.catch(() => {}).then(() => this.#storeAll());
    return this.#storing;
  }

  /** Writes pending counts before a read, so that it sees them; logs a failed write and continues. */
  async settle(): Promise<void> {
    await this.store().catch((error) => {
      this.parts.log.warn("refusals were not stored", { error: describeError(error) });
    });
  }

  /** Unstored counts: empty after `settle`, unless the write failed. */
  pending(): PendingHour[] {
    return [...this.#hours.values()].map((hour) => hour.pending());
  }

  async #storeAll(): Promise<void> {
    for (const hour of [...this.#hours.values()]) {
      const { cells, paths, rules } = hour.pending();
      for (let start = 0; start < cells.length; start += CELLS_A_CHANGE)
        await this.#storePart(hour, {
          hour: hour.hour,
          cells: cells.slice(start, start + CELLS_A_CHANGE),
          paths: start === 0 ? paths : [],
          rules: start === 0 ? rules : [],
        });
      if (hour.hour < Math.floor(this.parts.clock.now() / HOUR_MS) && hour.pending().cells.length === 0)
        this.#hours.delete(hour.hour);
    }
  }

  async #storePart(hour: HourCells, part: PendingHour): Promise<void> {
    const month = await this.parts.live.writer.run((tx) => {
      addRefusals(tx, part);
      return this.#sources.store(tx);
    }, "lasting");
    this.#sources.noteStored(month);
    hour.settle(part);
  }

  #hourOf(number: number): HourCells {
    const known = this.#hours.get(number);
    if (known !== undefined) return known;
    const [oldest] = this.#hours.keys();
    if (this.#hours.size >= MAX_HOURS && oldest !== undefined) this.#hours.delete(oldest);
    const made = new HourCells(number, listKinds(this.parts.live.read, number));
    this.#hours.set(number, made);
    return made;
  }
}
