import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { extensionFault, type HoldReason, treeHold } from "./log-status.ts";
import { NoteError, parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { pathOfLog, readKept, type SignedLog } from "./signed-log.ts";
import { currentLog, findLog, type LogRow } from "./store.ts";

/** The public state of a log. */
export interface ServedLog {
  row: LogRow;
  /** The valid note: the published one, or the kept one if log.db contradicts it. */
  note: string | null;
  vkey: string | null;
  /** Whether log.db holds a history other than the signed one. Its tree is then not served. */
  isForeign: boolean;
}

/** Holds that mean a different history. A tree that is merely shorter may be a prefix of the signed one. */
const FOREIGN: readonly HoldReason[] = ["forked", "kept_note_of_another_log", "lost"];
/** The kept note is cached this long, since a command may replace it. */
const KEPT_MS = SECOND_MS;

/** The served state of all logs. If log.db contradicts the kept note, that note is served and the tree is hidden. */
export class ServedLogs {
  static readonly #all = new WeakMap<SignedLog, ServedLogs>();
  readonly #recent = new Recent<number, ServedLog | null>(KEPT_MS);

  private constructor(private readonly log: SignedLog) {}

  /** The shared instance of a log. */
  static of(log: SignedLog): ServedLogs {
    const known = ServedLogs.#all.get(log);
    if (known !== undefined) return known;
    const created = new ServedLogs(log);
    ServedLogs.#all.set(log, created);
    return created;
  }

  get #sql(): Sql {
    return this.log.db.read;
  }

  /** Null if there is no log with this number. */
  find(id: number, now: number): ServedLog | null {
    const row = findLog(this.#sql, id);
    return this.#recent.get(id, { now, mark: JSON.stringify(row) }, () =>
      row === null ? null : this.#read(row),
    );
  }

  /** Whether the current log holds a history other than the signed one. */
  isForeign(now: number): boolean {
    const row = currentLog(this.#sql);
    return row !== null && this.find(row.id, now)?.isForeign === true;
  }

  #read(row: LogRow): ServedLog {
    const asStored = { row, note: row.note, vkey: row.vkey, isForeign: false };
    if (row.id !== currentLog(this.#sql)?.id) {
      const fault = row.note === null ? null : extensionFault(this.#sql, row.id, parseCheckpoint(row.note));
      return { ...asStored, isForeign: fault?.reason === "forked" };
    }
    const hold = treeHold(this.log, this.#sql, row);
    const isForeign = hold !== null && FOREIGN.includes(hold.reason);
    if (!isForeign && hold?.reason !== "shorter") return asStored;
    const kept = this.#keptOf(row);
    if (!isForeign) return { ...asStored, note: kept?.note ?? row.note };
    const { seed } = this.log;
    const vkey = kept === null || seed === null ? null : vkeyOfSeed(kept.origin, seed);
    return { row, note: kept?.note ?? null, vkey, isForeign };
  }

  /** The kept note, if it belongs to the log served under this path; otherwise null. */
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
