import { rootOf } from "../../../kit/crypto/merkle.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { parseCheckpoint, signCheckpoint, vkeyOfSeed } from "./note.ts";
import type { SignedLog } from "./signed-log.ts";
import { type Hold, holdOf } from "./standing.ts";
import { currentLog, entryCount, fixIdentity, type LogRow, nodeReader, setNote } from "./store.ts";

/** What is to be signed: the tree as it is committed. */
interface Due {
  row: LogRow;
  origin: string;
  seed: Uint8Array;
  size: number;
}

/**
 * Signs what is committed, keeps the note on disk, and only then publishes it (contract section 11); where there is a
 * replica, the note is in it before all that. Harmless to repeat: after a crash between any two of these steps the next
 * call goes on from there, and signs the same bytes. Returns why it did not, or null.
 */
export async function publishLog(log: SignedLog): Promise<Hold | null> {
  for (;;) {
    const found = dueOf(log);
    if (found === null || "reason" in found) return found;
    const { row, origin, seed, size } = found;
    const root = rootOf(size, nodeReader(log.db.read, row.id));
    const note = signCheckpoint({ origin, size, root }, seed);
    try {
      await log.keepElsewhere?.({ logId: row.id, size, note });
    } catch (error) {
      return notKept(error as Error);
    }
    const hold = await publishNote(log, found, note);
    if (hold !== null) return hold;
  }
}

/** The transaction keeps other processes from signing meanwhile: one that signed more stays what it is. */
function publishNote(log: SignedLog, { row, origin, seed, size }: Due, note: string): Promise<Hold | null> {
  return log.db.writer.run((tx) => {
    const due = dueOf(log);
    if (due === null || "reason" in due) return due;
    const isOlder = due.row.id !== row.id || (publishedSize(due.row) ?? -1) >= size;
    if (isOlder) return null;
    replacePrivateFile(log.keptPath, note);
    if (due.row.origin === null) fixIdentity(tx, row.id, origin, vkeyOfSeed(origin, seed));
    setNote(tx, row.id, note);
    return null;
  });
}

function notKept(error: Error): Hold {
  return {
    reason: "not_kept",
    message: `The newest note could not be kept in the replica (${error.message}). It is published once it is kept there.`,
  };
}

/** Why the log may not be signed, or what is to be signed; null where all of it is published. */
function dueOf(log: SignedLog): Hold | Due | null {
  const { read } = log.db;
  read.endSnapshot();
  const row = currentLog(read);
  if (row === null) throw new Error("log.db holds no log");
  const hold = holdOf(log, read, row);
  if (hold !== null) return hold;
  const origin = row.origin ?? log.origin;
  if (log.seed === null || origin === null)
    throw new Error("a log without a key or an origin was to be signed");
  const size = entryCount(read, row.id);
  return publishedSize(row) === size ? null : { row, origin, seed: log.seed, size };
}

/** The size that the published note speaks of; null where none was published. */
export function publishedSize(row: LogRow): number | null {
  return row.note === null ? null : parseCheckpoint(row.note).size;
}
