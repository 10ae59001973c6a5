import { replacePrivateFile } from "../../../kit/process/files.ts";
import { extensionFault, type Hold } from "./log-status.ts";
import { type Checkpoint, NoteError, openCheckpoint, parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { publishLog } from "./publish.ts";
import { readKept, type SignedLog } from "./signed-log.ts";
import { currentLog, type LogRow } from "./store.ts";

/** A log cannot be resumed or restarted. The message states the reason and the fix. */
export class LogError extends Error {}

/** Result of a resume. */
export interface ResumeResult {
  checkpoint: Checkpoint;
  /** Reason why the log is not signed; null if it is. */
  hold: Hold | null;
}

/**
 * Resumes signing after a restore. The tree must equal or extend the newest published note, which becomes the kept note.
 * @throws LogError if the note belongs to another log, is older than a stored one, or does not match the tree
 */
export async function resumeLog(log: SignedLog, note: string): Promise<ResumeResult> {
  const checkpoint = await log.db.writer.run(() => {
    const { read } = log.db;
    read.endSnapshot();
    const row = requireLog(currentLog(read));
    const given = openNewest(log, row, note);
    const fault = extensionFault(read, row.id, given);
    if (fault !== null) throw new LogError(fault.message);
    replacePrivateFile(log.keptPath, note);
    return given;
  });
  return { checkpoint, hold: await publishLog(log) };
}

/**
 * The checkpoint of a note of this log that is at least as new as the kept and the published note.
 * @throws LogError if the note belongs to another log or is older
 */
export function openNewest(log: SignedLog, row: LogRow, note: string): Checkpoint {
  const given = openNoteOf(log, row, note);
  const kept = findKeptNote(log, row);
  const published = row.note === null ? null : parseCheckpoint(row.note);
  for (const [where, known] of [
    ["log.checkpoint", kept],
    ["log.db", published],
  ] as const) {
    if (known !== null && known.size > given.size) {
      throw new LogError(
        `Provide the newest published note: this one covers ${given.size} entries, the one in ${where} covers ${known.size}.`,
      );
    }
  }
  return given;
}

/** The kept note, if it is readable and belongs to this log; otherwise null. */
export function findKeptNote(log: SignedLog, row: LogRow): (Checkpoint & { note: string }) | null {
  try {
    const kept = readKept(log.keptPath, row.vkey);
    return kept?.origin === (row.origin ?? log.origin) ? kept : null;
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}

export function requireLog(row: LogRow | null): LogRow {
  if (row === null) throw new Error("log.db holds no log");
  return row;
}

function openNoteOf(log: SignedLog, row: LogRow, note: string): Checkpoint {
  const origin = row.origin ?? log.origin;
  const vkey = row.vkey ?? (log.seed && origin && vkeyOfSeed(origin, log.seed));
  if (vkey === null || vkey === "")
    throw new LogError("There is nothing to resume: this log was never signed.");
  try {
    const checkpoint = openCheckpoint(note, vkey);
    if (checkpoint.origin !== origin)
      throw new NoteError(`it belongs to ${checkpoint.origin}, not to ${origin}`);
    return checkpoint;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new LogError(`This is not a note of the log ${origin}: ${error.message}.`);
  }
}
