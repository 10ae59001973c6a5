import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Database } from "../../../db/database.ts";
import { LOCK_FILE } from "../../../db/directory-lock.ts";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { syncDirectory } from "../../../kit/process/files.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { forgetRunsInProgress } from "../../platform/jobs/index.ts";
import {
  deleteRestored,
  endLeaseStop,
  type Restored,
  readRestored,
  switchSafeMode,
  writeRestored,
} from "../../platform/state/index.ts";
import { type Proof, unpackBackup } from "./archive/unpack-backup.ts";
import { BackupError } from "./backup-error.ts";
import type { Prove } from "./prove.ts";
import type { Trust } from "./trust.ts";

/** What others saw of rows that this state does not know keeps its ids: new rows get ids far beyond. */
const ID_JUMP = 1_000_000;

/** Who restores, and with what. */
export interface Restorer {
  clock: Clock;
  actor: Actor;
  prove: Prove;
}

/** Unpacks and proves a backup, and puts its files into a directory that is empty or missing. @throws BackupError */
export async function restoreBackup(
  archive: string,
  dataDir: string,
  trust: Trust,
  { clock, actor, prove }: Restorer,
): Promise<Proof> {
  return intoEmpty(dataDir, async (scratch) => {
    const proof = await unpackBackup(archive, scratch, trust, prove);
    const from = proof.manifest?.id ?? archive;
    const state = proof.manifest === null ? "a backup" : `the backup of ${proof.manifest.created_at}`;
    for (const file of proof.files) await markRestored(join(scratch, file), clock, actor, from, state);
    putInPlace(proof.files, scratch, dataDir);
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

/** Where a restore unpacks and proves what it then puts in its place. */
export function scratchOf(dataDir: string): string {
  return join(dataDir, ".restoring");
}

/**
 * @throws BackupError where a restore into this directory was begun and not finished: it is no new one, and holds no
 * state.
 */
export function requireNoHalfRestore(dataDir: string): void {
  if (!existsSync(scratchOf(dataDir)) || existsSync(join(dataDir, "live.db"))) return;
  throw new BackupError(
    `a restore into ${dataDir} is under way, or was cut short: if so, remove the directory and restore again`,
  );
}

/**
 * live.db goes last: a directory without it is one that a crash left half done. @throws BackupError where what was
 * marked is not all in the files themselves, which leave their WAL behind.
 */
export function putInPlace(files: readonly string[], from: string, dataDir: string): void {
  const unfinished = files.find((file) => existsSync(join(from, `${file}-wal`)));
  if (unfinished !== undefined)
    throw new BackupError(
      `${unfinished} could not be completed: make room where ${dataDir} is, and restore again`,
    );
  const inOrder = [...files].sort((a, b) => Number(a === "live.db") - Number(b === "live.db"));
  for (const file of inOrder) renameSync(join(from, file), join(dataDir, file));
  syncDirectory(dataDir);
}

/** @throws BackupError where the directory holds anything. */
export function requireEmpty(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => name !== LOCK_FILE))
    throw new BackupError(
      `${dataDir} is not empty: a restore writes over nothing. Name an empty or new directory.`,
    );
}

/**
 * Makes a restored file safe to start: ids jump, and live.db starts in safe mode, with deliveries, mail and settlements
 * paused, until `salute resume` (contract section 12).
 */
export function markRestored(
  path: string,
  clock: Clock,
  actor: Actor,
  from: string,
  state: string,
): Promise<void> {
  return changeRestored(path, clock, (tx) => {
    writeRestored(tx, from);
    recordAudit(tx, actor, "restore", from, { state });
    // The lease was that of the machine whose state this is.
    endLeaseStop(tx, actor);
    forgetRunsInProgress(tx);
    switchSafeMode(tx, actor, `Restored from ${state}: look at it, then run salute resume`);
  });
}

/** Lets the ids of a restored file jump, beyond those that others may have seen, and changes live.db with it. */
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

/** Every sequence, those of tables without a row yet too. */
function jumpIds(tx: Tx): void {
  tx.run("UPDATE sqlite_sequence SET seq = seq + ?", ID_JUMP);
  tx.run(
    `INSERT INTO sqlite_sequence (name, seq) SELECT name, ? FROM sqlite_schema
       WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`,
    ID_JUMP,
  );
}

/** Ends the pause after a restore. @throws Problem state_conflict where there is none. */
export function resumeAfterRestore(tx: Tx, actor: Actor): Restored {
  const restored = readRestored(tx);
  if (restored === null)
    throw new Problem(
      "state_conflict",
      "This directory does not wait after a restore. To end safe mode: salute safe-mode off",
    );
  deleteRestored(tx);
  switchSafeMode(tx, actor, null);
  recordAudit(tx, actor, "resume", restored.from, { restored_at: isoUtc(restored.at) });
  return restored;
}
