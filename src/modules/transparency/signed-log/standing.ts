import type { Sql } from "../../../db/sql.ts";
import { rootOf } from "../../../kit/crypto/merkle.ts";
import { type Checkpoint, NoteError, openCheckpoint, parseCheckpoint, vkeyOfSeed } from "./note.ts";
import { DEMO_HOST, readKept, type Signer } from "./signed-log.ts";
import { currentLog, entryCount, findLog, findLogByOrigin, type LogRow, nodeReader } from "./store.ts";

/**
 * Why a log is not signed. The first group is of what may sign, the second of the tree: signing a tree that is not an
 * extension of what was signed before would fork the log, and nobody could tell which history is true.
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
  /** What is so, and what to do. */
  message: string;
}

/** Why the log would not be signed now; null where it would. */
export function holdOf(log: Signer, sql: Sql, row: LogRow): Hold | null {
  return treeHold(log, sql, row) ?? signerHold(log, row);
}

/** How the log that is written to stands. */
export interface LogStanding {
  origin: string | null;
  entries: number;
  /** How many of them the published checkpoint covers; null where none was published. */
  published: number | null;
  hold: Hold | null;
}

/** Null where log.db was never opened by a server. */
export function standingOf(signer: Signer, sql: Sql): LogStanding | null {
  const row = currentLog(sql);
  if (row === null) return null;
  const published = row.note === null ? null : parseCheckpoint(row.note).size;
  return { origin: row.origin, entries: entryCount(sql, row.id), published, hold: holdOf(signer, sql, row) };
}

/** The rollback guard: whether the tree is what was signed before, or more of it. */
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
      message: `The kept note (${keptPath}) is not one of this log: ${error.message}. Put the newest published note back: salute log resume --checkpoint FILE`,
    };
  }
}

/** Whether no entry may be added either: what is added to such a tree can never be signed. */
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

/** Whether the tree holds this checkpoint: it is as long or longer, and had this root at that size. */
export function extensionFault(sql: Sql, logId: number, checkpoint: Checkpoint): Hold | null {
  const size = entryCount(sql, logId);
  if (size < checkpoint.size) {
    return {
      reason: "shorter",
      message: `The log has ${size} entries, and one of ${checkpoint.size} was signed. ${RESTART}`,
    };
  }
  const root = Buffer.from(rootOf(checkpoint.size, nodeReader(sql, logId)));
  if (root.equals(checkpoint.root)) return null;
  return {
    reason: "forked",
    message: `The first ${checkpoint.size} entries are not those that were signed. ${RESTART}`,
  };
}

/**
 * Whether a log that was restored is signed on, where `note` is the newest that was published of it; null where none is
 * known. held: it may not be signed, and the note has to be kept beside it to keep it so.
 */
export function signsOn(sql: Sql, note: string | null): "signs" | "waits" | "held" {
  const row = currentLog(sql);
  if (row === null) return note === null ? "signs" : "held";
  if (note === null) return row.note === null ? "signs" : "waits";
  try {
    const checkpoint = row.vkey === null ? parseCheckpoint(note) : openCheckpoint(note, row.vkey);
    const isOurs = row.origin === null || row.origin === checkpoint.origin;
    if (isOurs && extensionFault(sql, row.id, checkpoint) === null) return "signs";
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
  }
  return row.note === null ? "held" : "waits";
}

/** A restart writes the new log first and its note after: until then the kept note is its predecessor's. */
function isOfPredecessor(sql: Sql, row: LogRow, kept: Checkpoint): boolean {
  return row.note === null && findLogByOrigin(sql, kept.origin)?.id === row.id - 1;
}

function signerHold({ seed, keyFault, origin, isProduction }: Signer, row: LogRow): Hold | null {
  if (seed === null) return { reason: "no_key", message: keyFault ?? NO_KEY };
  const named = row.origin ?? origin;
  if (named === null) return NO_ADDRESS;
  if (isProduction && named.startsWith(`${DEMO_HOST}/`)) return DEMO_ORIGIN;
  if (row.vkey !== null && row.vkey !== vkeyOfSeed(named, seed)) return OTHER_KEY;
  return null;
}

const RESTART =
  "Restore the data that it was signed from, or open a new log that begins with the old one's last note: salute log restart";

const NO_KEY = "log.key is not there. Put it back (salute keyfiles import), and start again.";

const NOT_RESUMED: Hold = {
  reason: "not_resumed",
  message:
    "The kept note (log.checkpoint) is not there, as after a restore. Give the newest note that was published: salute log resume --checkpoint FILE",
};

const LOST: Hold = {
  reason: "lost",
  message:
    "log.db is not the one that this installation began. Restore it, or open a new log that begins with the newest note that was published: salute log restart --checkpoint FILE",
};

const NO_ADDRESS: Hold = {
  reason: "no_address",
  message: "Set PUBLIC_BASE_URL: in production a log is signed under the host that it is published at.",
};

const DEMO_ORIGIN: Hold = {
  reason: "demo_origin",
  message: "This log was begun as a demo. Set PUBLIC_BASE_URL and open a log of its host: salute log restart",
};

const OTHER_KEY: Hold = {
  reason: "other_key",
  message:
    "log.key is not the key that this log was begun with. Put that one back (salute keyfiles import), or open a new log: salute log restart",
};

function otherLog(kept: Checkpoint): Hold {
  return {
    reason: "kept_note_of_another_log",
    message: `The kept note is of the log ${kept.origin}. Put the newest note of this log in its place: salute log resume --checkpoint FILE`,
  };
}
