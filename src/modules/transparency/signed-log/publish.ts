import { computeRoot } from "../../../kit/crypto/merkle.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { findHold, type Hold } from "./log-status.ts";
import { parseCheckpoint, signCheckpoint, vkeyOfSeed } from "./note.ts";
import type { SignedLog } from "./signed-log.ts";
import { currentLog, entryCount, type LogRow, nodeReader, setIdentity, setNote } from "./store.ts";

/** A committed tree that is not signed yet. */
interface PendingCheckpoint {
  row: LogRow;
  origin: string;
  seed: Uint8Array;
  size: number;
}

/**
 * Signs the committed tree, writes the note to the replica (if any) and to disk, and only then publishes it (contract
 * section 11). Idempotent: after a crash between two steps, the next call continues and signs the same bytes. Returns the
 * reason if it did not publish, otherwise null.
 */
export async function publishLog(log: SignedLog): Promise<Hold | null> {
  for (;;) {
    const found = findPending(log);
    if (found === null || "reason" in found) return found;
    const { row, origin, seed, size } = found;
    const root = computeRoot(size, nodeReader(log.db.read, row.id));
    const note = signCheckpoint({ origin, size, root }, seed);
    try {
      await log.replicateNote?.({ logId: row.id, size, note });
    } catch (error) {
      return notReplicated(error as Error);
    }
    const hold = await publishNote(log, found, note);
    if (hold !== null) return hold;
  }
}

/** The transaction prevents concurrent signing by other processes. A newer note from another process is not replaced. */
function publishNote(
  log: SignedLog,
  { row, origin, seed, size }: PendingCheckpoint,
  note: string,
): Promise<Hold | null> {
  return log.db.writer.run((tx) => {
    const pending = findPending(log);
    if (pending === null || "reason" in pending) return pending;
    const isOlder = pending.row.id !== row.id || (publishedSize(pending.row) ?? -1) >= size;
    if (isOlder) return null;
    replacePrivateFile(log.keptPath, note);
    if (pending.row.origin === null) setIdentity(tx, row.id, { origin, vkey: vkeyOfSeed(origin, seed) });
    setNote(tx, row.id, note);
    return null;
  });
}

function notReplicated(error: Error): Hold {
  return {
    reason: "not_kept",
    message: `The newest note could not be written to the replica (${error.message}). It will be published once that succeeds.`,
  };
}

/** The unsigned tree, or the reason why it must not be signed; null if everything is published. */
function findPending(log: SignedLog): Hold | PendingCheckpoint | null {
  const { read } = log.db;
  read.endSnapshot();
  const row = currentLog(read);
  if (row === null) throw new Error("log.db holds no log");
  const hold = findHold(log, read, row);
  if (hold !== null) return hold;
  const origin = row.origin ?? log.origin;
  if (log.seed === null || origin === null) throw new Error("the log has no key or no origin");
  const size = entryCount(read, row.id);
  return publishedSize(row) === size ? null : { row, origin, seed: log.seed, size };
}

/** Number of entries covered by the published note; null before the first note. */
export function publishedSize(row: LogRow): number | null {
  return row.note === null ? null : parseCheckpoint(row.note).size;
}
