import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { NoteError, vkeyOfSeed } from "./note.ts";
import { pathOfLog, readKept, type SignedLog } from "./signed-log.ts";
import { type HoldReason, treeHold } from "./standing.ts";
import { currentLog, findLog, type LogRow } from "./store.ts";

/** What the public may see of a log. */
export interface ServedLog {
  row: LogRow;
  /** The note that stands: the published one, or the kept one where log.db is not what was signed before. */
  note: string | null;
  vkey: string | null;
  /** Whether log.db holds another history than the one that was signed: nothing of its tree is shown. */
  isForeign: boolean;
}

/** Another history altogether; a tree that is only shorter may be the beginning of what was signed. */
const FOREIGN: readonly HoldReason[] = ["forked", "kept_note_of_another_log", "lost"];
/** How long a look at the kept note stands: a command may exchange it. */
const KEPT_MS = SECOND_MS;

/** Logs as they are served: one whose log.db contradicts the kept note keeps that note, and hides its tree. */
export class ServedLogs {
  static readonly #all = new WeakMap<SignedLog, ServedLogs>();
  readonly #recent = new Recent<number, ServedLog | null>(KEPT_MS);

  private constructor(private readonly log: SignedLog) {}

  /** The same object each time for a log. */
  static of(log: SignedLog): ServedLogs {
    const known = ServedLogs.#all.get(log);
    if (known !== undefined) return known;
    const made = new ServedLogs(log);
    ServedLogs.#all.set(log, made);
    return made;
  }

  get #sql(): Sql {
    return this.log.db.read;
  }

  /** Null where there is no log of this number. */
  find(id: number, now: number): ServedLog | null {
    const row = findLog(this.#sql, id);
    return this.#recent.get(id, now, () => (row === null ? null : this.#look(row)), JSON.stringify(row));
  }

  /** Whether the log that is written to holds another history than the one that was signed. */
  isForeign(now: number): boolean {
    const row = currentLog(this.#sql);
    return row !== null && this.find(row.id, now)?.isForeign === true;
  }

  #look(row: LogRow): ServedLog {
    const asStored = { row, note: row.note, vkey: row.vkey, isForeign: false };
    if (row.id !== currentLog(this.#sql)?.id) return asStored;
    const hold = treeHold(this.log, this.#sql, row);
    const isForeign = hold !== null && FOREIGN.includes(hold.reason);
    if (!isForeign && hold?.reason !== "shorter") return asStored;
    const kept = this.#keptOf(row);
    if (!isForeign) return { ...asStored, note: kept?.note ?? row.note };
    const { seed } = this.log;
    const vkey = kept === null || seed === null ? null : vkeyOfSeed(kept.origin, seed);
    return { row, note: kept?.note ?? null, vkey, isForeign };
  }

  /** The kept note, where it is of the log that is served at this place. */
  #keptOf(row: LogRow): { note: string; origin: string } | null {
    try {
      const kept = readKept(this.log.keptPath, null);
      return kept?.origin.endsWith(pathOfLog(row.id)) === true ? kept : null;
    } catch (error) {
      if (error instanceof NoteError) return null;
      throw error;
    }
  }
}
