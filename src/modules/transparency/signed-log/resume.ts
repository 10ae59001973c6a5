import { replacePrivateFile } from "../../../kit/process/files.ts";
import { type Checkpoint, NoteError, openCheckpoint, parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { publishLog } from "./publish.ts";
import { readKept, type SignedLog } from "./signed-log.ts";
import { extensionFault, type Hold } from "./standing.ts";
import { currentLog, type LogRow } from "./store.ts";

/** A log cannot be resumed or restarted so; the message says why, and what to do. */
export class LogError extends Error {}

/** Where a log stands after it was resumed or restarted: signed, unless `hold` says why not. */
export interface Resumed {
  checkpoint: Checkpoint;
  hold: Hold | null;
}

/**
 * Signs on after a restore: the tree must equal or extend the newest note that was published, which becomes the kept
 * one.
 * @throws LogError where the note is not this log's, is older than one that is here, or the tree does not hold it.
 */
export async function resumeLog(log: SignedLog, note: string): Promise<Resumed> {
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
 * The checkpoint of a note of this log, at least as new as every note that is here.
 * @throws LogError where it is none, or is older.
 */
export function openNewest(log: SignedLog, row: LogRow, note: string): Checkpoint {
  const given = openOurs(log, row, note);
  const kept = keptOf(log, row);
  const published = row.note === null ? null : parseCheckpoint(row.note);
  for (const [where, known] of [
    ["log.checkpoint", kept],
    ["log.db", published],
  ] as const) {
    if (known !== null && known.size > given.size) {
      throw new LogError(
        `This note speaks of ${given.size} entries, and the one in ${where} of ${known.size}: give the newest note that was published.`,
      );
    }
  }
  return given;
}

/** The kept note where it is this log's; null where there is none, or none that can be used. */
export function keptOf(log: SignedLog, row: LogRow): (Checkpoint & { note: string }) | null {
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

function openOurs(log: SignedLog, row: LogRow, note: string): Checkpoint {
  const origin = row.origin ?? log.origin;
  const vkey = row.vkey ?? (log.seed && origin && vkeyOfSeed(origin, log.seed));
  if (vkey === null || vkey === "")
    throw new LogError("This log was never signed: there is nothing to resume.");
  try {
    const checkpoint = openCheckpoint(note, vkey);
    if (checkpoint.origin !== origin) throw new NoteError(`it is of ${checkpoint.origin}, not of ${origin}`);
    return checkpoint;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new LogError(`This is no note of the log ${origin}: ${error.message}.`);
  }
}
