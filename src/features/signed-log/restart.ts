import { replacePrivateFile } from "../../kit/files.ts";
import { addLeaf, type LogItem, objectOf } from "./append.ts";
import { vkeyOfSeed } from "./note.ts";
import { publishLog } from "./publish.ts";
import { keptOf, LogError, openNewest, requireLog } from "./resume.ts";
import type { SignedLog } from "./signed-log.ts";
import type { Hold } from "./standing.ts";
import { currentLog, insertLog, type LogRow, setNote } from "./store.ts";

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
    setNote(tx, row.id, lastNote);
    insertLog(tx, id, origin, vkeyOfSeed(origin, seed));
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
