import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Clock, isoUtc } from "../../kit/clock.ts";
import { createPrivateFile } from "../../kit/process/files.ts";
import { bootId } from "../../kit/process/uptime.ts";
import { type DatabaseFile, databaseFiles, stateOfFile } from "../files.ts";
import { readDatabase } from "../reader.ts";
import type { Sql } from "../sql.ts";
import { MAX_UNFLUSHED } from "../write-batch.ts";
import { MARKS_FILE, type Marks, readHighestIds, readMarks } from "./marks.ts";
import { scanWal, type WalScan } from "./scan-wal.ts";

/** Acknowledged changes that a file no longer holds. */
export interface Loss {
  /** For operators, after the file's name: "its write-ahead log is intact up to frame 12 only". */
  fault: string;
  /** The copy of the WAL as it was found; null if only the marks tell of a loss. */
  evidence: string | null;
}

/** The state of a WAL before its file is opened. */
export interface WalState {
  /** Null if no acknowledged change is known to be lost. */
  fault: string | null;
  /** Whether transactions of the same generation follow the end, which a later scan would take for damage. */
  hasRemains: boolean;
}

/** Writers beside the server, each with unflushed commits of its own. */
const WRITERS = 2;
/** Scans that must agree: beside a running server the WAL grows, or begins anew, while it is read. */
const SCANS = 3;

/**
 * Judges the WAL of a data directory's file, also beside a running server. Damage is what no crash leaves: less than the
 * marks prove, a damaged header before transactions, or more transactions after a bad frame than were ever unflushed at
 * once.
 */
export function judgeWal(path: string, dataDir: string): WalState {
  let state = judgeOnce(path, dataDir);
  for (let scans = 1; state.fault !== null && scans < SCANS; scans++) state = judgeOnce(path, dataDir);
  return state;
}

function judgeOnce(path: string, dataDir: string): WalState {
  // Read first: a WAL that grows meanwhile only holds more.
  const marks = readMarks(join(dataDir, MARKS_FILE));
  const scan = scanWal(`${path}-wal`);
  if (scan === null) return { fault: null, hasRemains: false };
  return { fault: walFault(scan, marks, hasMarks(path)), hasRemains: scan.laterCommits > 0 };
}

/** Whether the marks of the directory are those of this file. */
export function hasMarks(path: string): boolean {
  return basename(path) === "live.db";
}

function walFault(scan: WalScan, marks: Marks | null, isMarked: boolean): string | null {
  const { salt, frames, laterCommits } = scan;
  const later = laterCommits === 1 ? "1 transaction follows it" : `${laterCommits} transactions follow it`;
  if (salt === null)
    return laterCommits === 0 ? null : `the header of its write-ahead log is damaged, and ${later}`;
  if (isMarked && marks?.commit.salt === salt && frames < marks.commit.frames)
    return `its write-ahead log is intact up to frame ${frames} only, and frame ${marks.commit.frames} was acknowledged`;
  return laterCommits > mostUnflushed(marks, isMarked)
    ? `its write-ahead log is damaged after frame ${frames}, and ${later}`
    : null;
}

/**
 * Transactions that may follow a bad frame without damage: a power failure tears those that were not flushed. Within one
 * run of the machine a crash leaves at most the last one torn, and marks are exact.
 */
function mostUnflushed(marks: Marks | null, isMarked: boolean): number {
  const boot = bootId();
  if (marks === null || boot === null || marks.boot !== boot) return WRITERS * (MAX_UNFLUSHED + 1);
  return isMarked ? Number.POSITIVE_INFINITY : 1;
}

/** Compares live.db with its marks; null if it holds what they prove. */
export function idsFault(sql: Sql, marks: Marks | null): string | null {
  if (marks === null) return null;
  const { entryId, eventId } = readHighestIds(sql);
  if (entryId < marks.ids.entryId)
    return `its ledger ends at entry ${entryId}, and entry ${marks.ids.entryId} was acknowledged`;
  return eventId < marks.ids.eventId
    ? `its events end at ${eventId}, and event ${marks.ids.eventId} was acknowledged`
    : null;
}

/** A file of a data directory that lost changes. */
export interface LostFile extends DatabaseFile {
  fault: string;
}

/** The files of a directory that lost changes, with or without a running server. Only reads. @throws SQLite's error */
export function listLosses(dataDir: string): LostFile[] {
  return databaseFiles(dataDir).flatMap((file) => {
    if (stateOfFile(file.path) !== "present") return [];
    const marks = hasMarks(file.path) ? readMarks(join(dataDir, MARKS_FILE)) : null;
    const fault =
      judgeWal(file.path, dataDir).fault ??
      (marks === null ? null : readDatabase(file.path, (sql) => idsFault(sql, marks)));
    return fault === null ? [] : [{ ...file, fault }];
  });
}

/** Copies a WAL, if there is one, to the directory's evidence. Returns the copy's path. @throws the disk's error */
export function keepEvidence(path: string, dataDir: string, clock: Clock): string | null {
  if (!existsSync(`${path}-wal`)) return null;
  const directory = join(dataDir, "evidence");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stamp = isoUtc(clock.now()).replace(/[-:.]/g, "");
  const copy = join(directory, `${basename(path)}-wal-${stamp}`);
  createPrivateFile(copy, readFileSync(`${path}-wal`));
  return copy;
}
