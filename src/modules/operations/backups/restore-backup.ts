import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Database } from "../../../db/database.ts";
import { LOCK_FILES } from "../../../db/directory-lock.ts";
import { NUMBERED_TABLES, raiseFloor } from "../../../db/next-id.ts";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { syncDirectory } from "../../../kit/process/files.ts";
import { OF_FILE_SYSTEM } from "../../../kit/process/ownership.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { forgetRunsInProgress } from "../../platform/jobs/index.ts";
import { KEY_FILES } from "../../platform/key-files/index.ts";
import {
  acceptLoss,
  deleteRestored,
  endLeaseStop,
  type LossNote,
  type RestoreOrigin,
  readRestored,
  switchSafeMode,
  writeRestored,
} from "../../platform/state/index.ts";
import { beginFeedsAgain } from "../../webhooks/events/index.ts";
import { type Proof, unpackBackup } from "./archive/unpack-backup.ts";
import { BackupError } from "./backup-error.ts";
import type { Prove } from "./prove.ts";
import type { Trust } from "./trust.ts";

/** Gap left before new ids, so that ids that others saw but this state lost are never reused. */
const ID_JUMP = 1_000_000;

/** Context of a restore. */
export interface Restorer {
  clock: Clock;
  actor: Actor;
  prove: Prove;
}

/** Unpacks and proves a backup, then moves its files into an empty or missing directory. @throws BackupError */
export async function restoreBackup(
  archive: string,
  dataDir: string,
  { trust, clock, actor, prove }: Restorer & { trust: Trust },
): Promise<Proof> {
  return intoEmpty(dataDir, async (scratch) => {
    const proof = await unpackBackup(archive, scratch, { trust, prove });
    const from = proof.manifest?.id ?? archive;
    const state = proof.manifest === null ? "a backup" : `the backup of ${proof.manifest.created_at}`;
    for (const file of proof.files) await markRestored(join(scratch, file), { clock, actor, from, state });
    moveIntoPlace(proof.files, scratch, dataDir);
    return proof;
  });
}

/**
 * Restores into a directory that is empty or missing. A failure leaves nothing behind: directories made for it go too.
 * @throws BackupError where the directory holds anything
 */
export async function intoEmpty<Value>(
  dataDir: string,
  work: (scratch: string) => Promise<Value>,
): Promise<Value> {
  requireEmpty(dataDir);
  const firstMade = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const scratch = scratchOf(dataDir);
  let isDone = false;
  try {
    const value = await work(scratch);
    isDone = true;
    return value;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    if (!isDone && firstMade !== undefined) removeWhileEmpty(resolve(dataDir), resolve(firstMade));
  }
}

/** Removes a directory, and those above it up to `top`, as far as they are empty. */
function removeWhileEmpty(directory: string, top: string): void {
  if (readdirSync(directory).length > 0) return;
  rmdirSync(directory);
  if (directory !== top) removeWhileEmpty(dirname(directory), top);
}

/** Scratch directory in which a restore unpacks and proves its files. */
function scratchOf(dataDir: string): string {
  return join(dataDir, ".restoring");
}

/** @throws BackupError if a restore into this directory was started and not finished */
export function requireNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(scratchOf(dataDir)) || existsSync(join(dataDir, "live.db"))) return;
  throw new BackupError(
    `a restore into ${dataDir} is in progress or was interrupted: if interrupted, remove the directory and restore again`,
  );
}

/**
 * Moves files into the data directory, live.db last: a directory without it is unfinished. @throws BackupError if a
 * database still has a WAL, which would be left behind
 */
export function moveIntoPlace(files: readonly string[], from: string, dataDir: string): void {
  const unfinished = files.find((file) => existsSync(join(from, `${file}-wal`)));
  if (unfinished !== undefined)
    throw new BackupError(
      `${unfinished} could not be completed: free space on the file system of ${dataDir}, then restore again`,
    );
  const inOrder = [...files].sort((a, b) => Number(a === "live.db") - Number(b === "live.db"));
  for (const file of inOrder) renameSync(join(from, file), join(dataDir, file));
  syncDirectory(dataDir);
}

/** @throws BackupError if the directory holds more than key files */
export function requireEmpty(dataDir: string): void {
  const spared: readonly string[] = [...LOCK_FILES, ...KEY_FILES, OF_FILE_SYSTEM];
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => !spared.includes(name)))
    throw new BackupError(
      `${dataDir} is not empty: a restore never overwrites files. Name an empty or new directory.`,
    );
}

/** Origin of a restored file, for the audit trail and for operators. */
export interface RestoredFrom extends Pick<Restorer, "clock" | "actor"> {
  /** Id of the backup, or a description of the replica's state. */
  from: string;
  /** The restored state, for people. */
  state: string;
}

/**
 * Makes a restored file safe to start: ids skip ahead, and live.db starts in safe mode, with deliveries, mail and
 * settlements paused, until `salute resume` (contract section 12).
 */
export function markRestored(path: string, { clock, actor, from, state }: RestoredFrom): Promise<void> {
  return changeRestored(path, clock, (tx) => {
    // The lease belonged to the machine that this state comes from.
    endLeaseStop(tx, actor);
    writeRestored(tx, from);
    recordAudit(tx, actor, { action: "restore", subject: from, details: { state } });
    forgetRunsInProgress(tx);
    switchSafeMode(tx, actor, `Restored from ${state}: inspect it, then run salute resume`);
  });
}

/**
 * Advances the ids of a restored file beyond those that others may have seen, and applies `changeLive` to live.db in
 * the same transaction.
 */
export async function changeRestored(
  path: string,
  clock: Clock,
  changeLive: (tx: Tx) => void,
): Promise<void> {
  const database = Database.open(path, clock);
  try {
    await database.writer.run((tx) => {
      jumpIds(tx);
      if (path.endsWith("live.db")) changeLive(tx);
    });
  } finally {
    await database.close();
  }
}

/** Advances the next id of every table that gives one only once, including those of empty tables, and the feeds' numbers. */
function jumpIds(tx: Tx): void {
  beginFeedsAgain(tx, ID_JUMP);
  for (const table of NUMBERED_TABLES) raiseFloor(tx, table, ID_JUMP);
  tx.run("UPDATE sqlite_sequence SET seq = seq + ?", ID_JUMP);
  tx.run(
    `INSERT INTO sqlite_sequence (name, seq) SELECT name, ? FROM sqlite_schema
       WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`,
    ID_JUMP,
  );
}

/**
 * Goes on without changes that live.db or another file lost; ids skip ahead of those that others may have seen.
 * @throws Problem state_conflict if none are known to be lost
 */
export function resumeAfterLoss(tx: Tx, actor: Actor): LossNote {
  const loss = acceptLoss(tx, actor);
  jumpIds(tx);
  return loss;
}

/** Ends the pause after a restore. @throws Problem state_conflict without one */
export function resumeAfterRestore(tx: Tx, actor: Actor): RestoreOrigin {
  const restored = readRestored(tx);
  if (restored === null)
    throw new Problem(
      "state_conflict",
      "Nothing to resume: this directory was not restored. To end safe mode: salute safe-mode off",
    );
  deleteRestored(tx);
  switchSafeMode(tx, actor, null);
  recordAudit(tx, actor, {
    action: "resume",
    subject: restored.from,
    details: { restored_at: isoUtc(restored.at) },
  });
  return restored;
}
