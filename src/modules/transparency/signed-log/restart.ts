import { randomHex } from "../../../kit/ids.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { addLeaf, type LogItem, objectOf } from "./append.ts";
import { parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { uidOf } from "./open.ts";
import { publishLog } from "./publish.ts";
import { keptOf, LogError, openNewest, requireLog } from "./resume.ts";
import { type SignedLog, UID_BYTES } from "./signed-log.ts";
import type { Hold } from "./standing.ts";
import { currentLog, fixIdentity, insertLog, type LogRow, setNote } from "./store.ts";

/** What a restart opened. */
interface Restarted {
  origin: string;
  /** The note that is its entry 0: the old log's last. */
  lastNote: string;
  hold: Hold | null;
}

/**
 * Closes the log with its last note (the given one, else the kept, else the published) and opens the next, …/log/2,
 * whose entry 0 is that note. The old one stays readable as it is.
 * @throws LogError where there is no note, no key or no address, or the given note is older than one that is here.
 */
export async function restartLog(log: SignedLog, given: string | null): Promise<Restarted> {
  const opened = await log.db.writer.run((tx) => {
    const { read } = log.db;
    read.endSnapshot();
    const row = requireLog(currentLog(read));
    const lastNote = lastNoteOf(log, row, given);
    const { origin: firstOrigin, seed } = log;
    if (seed === null) throw new LogError(log.keyFault ?? "log.key is not there: salute keyfiles import");
    if (firstOrigin === null)
      throw new LogError("Set PUBLIC_BASE_URL first: the new log is signed under its host.");
    const id = row.id + 1;
    const origin = `${firstOrigin}/${id}`;
    replacePrivateFile(log.keptPath, lastNote);
    if (row.origin === null) {
      // log.db was lost: this file knows nothing of the log that it goes on from but its last note.
      const { origin: lostOrigin } = parseCheckpoint(lastNote);
      fixIdentity(tx, row.id, lostOrigin, vkeyOfSeed(lostOrigin, seed));
    }
    setNote(tx, row.id, lastNote);
    insertLog(tx, id, randomHex(UID_BYTES, tx.random), origin, vkeyOfSeed(origin, seed));
    const item: LogItem = {
      kind: "checkpoint",
      text: lastNote,
      mediaType: "text/plain",
      slot: null,
      takenAt: tx.now,
    };
    addLeaf(tx, id, item, objectOf(item));
    return { origin, lastNote };
  });
  // Where log.db had been lost, the file that goes on from its last note is the one to remember.
  await log.remember(uidOf(log.db.read));
  return { ...opened, hold: await publishLog(log) };
}

function lastNoteOf(log: SignedLog, row: LogRow, given: string | null): string {
  if (given !== null) {
    openNewest(log, row, given);
    return given;
  }
  const note = keptOf(log, row)?.note ?? row.note;
  if (note === null) throw new LogError("This log was never signed: there is nothing to restart.");
  return note;
}
