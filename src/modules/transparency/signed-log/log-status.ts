import type { Sql } from "../../../db/sql.ts";
import { computeRoot } from "../../../kit/crypto/merkle.ts";
import { type Checkpoint, NoteError, openCheckpoint, parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { DEMO_HOST, readKept, type Signer } from "./signed-log.ts";
import { currentLog, entryCount, findLog, findLogByOrigin, type LogRow, nodeReader } from "./store.ts";

/**
 * Reasons why a log is not signed: first those of the signer, then those of the tree. Signing a tree that does not extend
 * the last signed one would fork the log, and nobody could tell which history is true.
 */
export type HoldReason =
  | "no_key"
  | "other_key"
  | "no_address"
  | "demo_origin"
  | "not_resumed"
  | "not_kept"
  | "lost"
  | "kept_note_unreadable"
  | "kept_note_of_another_log"
  | "shorter"
  | "forked";

export interface Hold {
  reason: HoldReason;
  /** The cause and the fix. */
  message: string;
}

/** Reason why the log cannot be signed now; null if it can. */
export function findHold(log: Signer, sql: Sql, row: LogRow): Hold | null {
  return treeHold(log, sql, row) ?? signerHold(log, row);
}

/** Status of the current log. */
export interface LogStatus {
  origin: string | null;
  entries: number;
  /** Number of entries covered by the published checkpoint; null before the first. */
  published: number | null;
  hold: Hold | null;
}

/** Null if no server has opened log.db yet. */
export function readLogStatus(signer: Signer, sql: Sql): LogStatus | null {
  const row = currentLog(sql);
  if (row === null) return null;
  const published = row.note === null ? null : parseCheckpoint(row.note).size;
  return {
    origin: row.origin,
    entries: entryCount(sql, row.id),
    published,
    hold: findHold(signer, sql, row),
  };
}

/** The rollback guard. Returns null if the tree equals or extends the last signed one, otherwise the reason. */
export function treeHold({ keptPath, origin, rememberedUid }: Signer, sql: Sql, row: LogRow): Hold | null {
  const remembered = rememberedUid();
  if (remembered !== null && findLog(sql, 1)?.uid !== remembered) return LOST;
  try {
    const kept = readKept(keptPath, row.vkey);
    if (row.note !== null) {
      const fault = extensionFault(sql, row.id, parseCheckpoint(row.note));
      if (fault !== null) return fault;
    }
    if (kept === null) return row.note === null ? null : NOT_RESUMED;
    if (kept.origin === (row.origin ?? origin)) return extensionFault(sql, row.id, kept);
    return isOfPredecessor(sql, row, kept) ? null : otherLog(kept);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return {
      reason: "kept_note_unreadable",
      message: `The kept note (${keptPath}) does not belong to this log: ${error.message}. Restore the newest published note: salute log resume --checkpoint FILE`,
    };
  }
}

/** Whether entries must not be added either, because the tree could never be signed. */
export function isBroken(hold: Hold | null): boolean {
  return hold !== null && BROKEN.includes(hold.reason);
}

const BROKEN: readonly HoldReason[] = [
  "kept_note_unreadable",
  "kept_note_of_another_log",
  "lost",
  "shorter",
  "forked",
];

/** Returns null if the tree equals or extends the checkpoint, otherwise the reason. */
export function extensionFault(sql: Sql, logId: number, checkpoint: Checkpoint): Hold | null {
  const size = entryCount(sql, logId);
  if (size < checkpoint.size) {
    return {
      reason: "shorter",
      message: `The log has ${size} entries, but ${checkpoint.size} were signed. ${RESTART}`,
    };
  }
  const root = Buffer.from(computeRoot(checkpoint.size, nodeReader(sql, logId)));
  if (root.equals(checkpoint.root)) return null;
  return {
    reason: "forked",
    message: `The first ${checkpoint.size} entries differ from the signed ones. ${RESTART}`,
  };
}

/**
 * Predicts the signing of a restored log. signs: it continues; waits: it waits for `log resume`; held: it must not be
 * signed, and the note must be kept beside it to prevent that.
 * @param note the newest published note; null if unknown
 */
export function signsOn(sql: Sql, note: string | null): "signs" | "waits" | "held" {
  const row = currentLog(sql);
  if (row === null) return note === null ? "signs" : "held";
  if (note === null) return row.note === null ? "signs" : "waits";
  try {
    const checkpoint = row.vkey === null ? parseCheckpoint(note) : openCheckpoint(note, row.vkey);
    const isOfThisLog = row.origin === null || row.origin === checkpoint.origin;
    if (isOfThisLog && extensionFault(sql, row.id, checkpoint) === null) return "signs";
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
  }
  return row.note === null ? "held" : "waits";
}

/** A restart creates the new log before its note; until then the kept note is that of its predecessor. */
function isOfPredecessor(sql: Sql, row: LogRow, kept: Checkpoint): boolean {
  return row.note === null && findLogByOrigin(sql, kept.origin)?.id === row.id - 1;
}

function signerHold({ seed, keyFault, origin, isProduction }: Signer, row: LogRow): Hold | null {
  if (seed === null) return { reason: "no_key", message: keyFault ?? NO_KEY };
  const name = row.origin ?? origin;
  if (name === null) return NO_ADDRESS;
  if (isProduction && name.startsWith(`${DEMO_HOST}/`)) return DEMO_ORIGIN;
  if (row.vkey !== null && row.vkey !== vkeyOfSeed(name, seed)) return OTHER_KEY;
  return null;
}

const RESTART =
  "Restore the signed data, or open a new log that begins with the old log's last note: salute log restart";

const NO_KEY = "log.key is missing. Restore it (salute keyfiles import) and start again.";

const NOT_RESUMED: Hold = {
  reason: "not_resumed",
  message:
    "The kept note (log.checkpoint) is missing, as after a restore. Provide the newest published note: salute log resume --checkpoint FILE",
};

const LOST: Hold = {
  reason: "lost",
  message:
    "log.db is not the file that this installation started. Restore it, or open a new log that begins with the newest published note: salute log restart --checkpoint FILE",
};

const NO_ADDRESS: Hold = {
  reason: "no_address",
  message:
    "The log has no name. Set PUBLIC_BASE_URL: in production, it is named after the host that publishes it.",
};

const DEMO_ORIGIN: Hold = {
  reason: "demo_origin",
  message:
    "This log was started as a demo. Set PUBLIC_BASE_URL and open a log for its host: salute log restart",
};

const OTHER_KEY: Hold = {
  reason: "other_key",
  message:
    "log.key is not the key with which this log was started. Restore that key (salute keyfiles import), or open a new log: salute log restart",
};

function otherLog(kept: Checkpoint): Hold {
  return {
    reason: "kept_note_of_another_log",
    message: `The kept note belongs to the log ${kept.origin}. Replace it with the newest note of this log: salute log resume --checkpoint FILE`,
  };
}
