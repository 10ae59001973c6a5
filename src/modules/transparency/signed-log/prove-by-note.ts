import type { Sql } from "../../../db/sql.ts";
import { extensionFault } from "./log-status.ts";
import { NoteError, openCheckpoint, parseCheckpoint } from "./note.ts";
import { entryCount, findLogByOrigin } from "./store.ts";

/** The result of comparing a log with a note kept elsewhere. */
export type NoteProof =
  | { outcome: "proved"; entries: number }
  /** shorter: the note covers more entries; other: its history or its key is a different one. */
  | { outcome: "shorter" | "other"; message: string };

/** Compares a log with a signed note that was kept elsewhere. */
export function proveByNote(sql: Sql, note: string): NoteProof {
  try {
    const { origin } = parseCheckpoint(note);
    const row = findLogByOrigin(sql, origin);
    if (row === null || row.vkey === null)
      return { outcome: "other", message: `there is no signed log ${origin} in it` };
    const checkpoint = openCheckpoint(note, row.vkey);
    const fault = extensionFault(sql, row.id, checkpoint);
    const entries = entryCount(sql, row.id);
    if (fault === null) return { outcome: "proved", entries };
    return fault.reason === "shorter"
      ? { outcome: "shorter", message: `its log has ${entries} entries, the note ${checkpoint.size}` }
      : { outcome: "other", message: `its first ${checkpoint.size} entries are not those of the note` };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return { outcome: "other", message: error.message };
  }
}
