import type { Sql } from "../../../db/sql.ts";
import { randomHex } from "../../../kit/ids.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { appendLeaf, packItem } from "./append.ts";
import { extensionFault, type Hold } from "./log-status.ts";
import { parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { readUid } from "./open.ts";
import { publishLog } from "./publish.ts";
import { findKeptNote, LogError, openNewest, requireLog } from "./resume.ts";
import { type SignedLog, UID_BYTES } from "./signed-log.ts";
import { closeLog, currentLog, insertLog, type LogRow, setIdentity } from "./store.ts";

/** Result of a restart. */
interface RestartResult {
  origin: string;
  /** The old log's last note, which is entry 0 of the new log. */
  lastNote: string;
  hold: Hold | null;
}

/**
 * Closes the log with its last note (the given one, otherwise the kept or the published one) and opens the next log, such
 * as /log/2, whose entry 0 is that note. The old log stays readable.
 * @throws LogError if there is no note, no key or no public address, or if the given note is older than a stored one
 */
export async function restartLog(log: SignedLog, given: string | null): Promise<RestartResult> {
  const opened = await log.db.writer.run((tx) => {
    const { read } = log.db;
    read.endSnapshot();
    const row = requireLog(currentLog(read));
    const lastNote = lastNoteOf(log, row, given);
    const { origin: firstOrigin, seed } = log;
    if (seed === null) throw new LogError(log.keyFault ?? "log.key is missing: salute keyfiles import");
    if (firstOrigin === null)
      throw new LogError("Set PUBLIC_BASE_URL first: its host becomes part of the new log's name.");
    const id = row.id + 1;
    const origin = `${firstOrigin}/${id}`;
    replacePrivateFile(log.keptPath, lastNote);
    if (row.origin === null) {
      // log.db was lost: of the old log, only its last note is known here.
      const { origin: lostOrigin } = parseCheckpoint(lastNote);
      setIdentity(tx, row.id, { origin: lostOrigin, vkey: vkeyOfSeed(lostOrigin, seed) });
    }
    closeLog(tx, row.id, { note: lastNote, contradicts_note: contradicts(read, row.id, lastNote) ? 1 : 0 });
    insertLog(tx, { id, uid: randomHex(UID_BYTES, tx.random), origin, vkey: vkeyOfSeed(origin, seed) });
    const item = { kind: "checkpoint", text: lastNote, mediaType: "text/plain", slot: null, takenAt: tx.now };
    appendLeaf(tx, id, packItem(item));
    return { origin, lastNote };
  });
  // If log.db was lost, record the new file's uid from now on.
  await log.remember(readUid(log.db.read));
  return { ...opened, hold: await publishLog(log) };
}

/** Whether a log's tree does not extend a note, or lacks nodes. */
function contradicts(sql: Sql, logId: number, note: string): boolean {
  try {
    return extensionFault(sql, logId, parseCheckpoint(note)) !== null;
  } catch {
    return true;
  }
}

function lastNoteOf(log: SignedLog, row: LogRow, given: string | null): string {
  if (given !== null) {
    openNewest(log, row, given);
    return given;
  }
  const note = findKeptNote(log, row)?.note ?? row.note;
  if (note === null) throw new LogError("There is nothing to restart: this log was never signed.");
  return note;
}
