import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isoUtc } from "../../../kit/clock.ts";
import {
  markRestored,
  moveIntoPlace,
  type Prove,
  type Restorer,
  requireEmpty,
  scratchOf,
} from "../backups/index.ts";
import { type Litestream, type Program, prepareLitestream, runLitestream } from "./program.ts";
import { listReplicaFiles, txidsOf } from "./replica-files.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

export interface ReplicaSource {
  /** URL of the replica. */
  replica: string;
  program: Program;
  /** Unix milliseconds; null for the newest state. */
  at: number | null;
  /**
   * Called if the newest state fails the integrity check and an earlier one is used. Without it, only the newest state
   * is accepted.
   */
  onFallback?: (name: string, txid: string) => void;
}

/**
 * Restores every database from its replica into a directory and proves them: full integrity check and contract section
 * 13. Returns the file names. @throws BackupError
 */
export async function fetchReplica(
  { replica, program, at, onFallback }: ReplicaSource,
  directory: string,
  prove: Prove,
): Promise<string[]> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const litestream = await prepareLitestream(program);
  const files = REPLICATED.map((name) => `${name}.db`);
  for (const name of REPLICATED) {
    const target = { url: replicaUrl(replica, name), output: join(directory, `${name}.db`) };
    if (at !== null && !(await isAllBefore(litestream, target.url, at)))
      await restoreOne(litestream, target, ["-timestamp", isoUtc(at)]);
    else if (onFallback === undefined) await restoreOne(litestream, target, []);
    else await restoreNewestIntact(litestream, target, (txid) => onFallback(name, txid));
    // Litestream creates it readable by every user.
    chmodSync(target.output, 0o600);
  }
  prove(directory, files);
  return files;
}

interface RestoreTarget {
  url: string;
  /** Path of the restored file. */
  output: string;
}

function restoreOne(
  litestream: Litestream,
  { url, output }: RestoreTarget,
  which: readonly string[],
): Promise<string> {
  return runLitestream(litestream, ["restore", "-integrity-check", "full", ...which, "-o", output, url]);
}

/** Number of earlier states to try; at one per second they cover a minute. */
const MAX_STEPS_BACK = 60;

/**
 * Restores the newest state that passes the integrity check. A snapshot of Litestream 0.5.17 mixes pages of two states
 * if another process checkpoints the WAL at the same time; the states before it are intact. @throws BackupError if none
 * passes
 */
async function restoreNewestIntact(
  litestream: Litestream,
  target: RestoreTarget,
  onFallback: (txid: string) => void,
): Promise<void> {
  try {
    await restoreOne(litestream, target, []);
  } catch (error) {
    const [, ...earlier] = txidsOf(await listReplicaFiles(litestream, target.url));
    for (const txid of earlier.slice(0, MAX_STEPS_BACK)) {
      removeDatabase(target.output);
      const isWhole = await restoreOne(litestream, target, ["-txid", txid]).then(
        () => true,
        () => false,
      );
      if (isWhole) return onFallback(txid);
    }
    throw error;
  }
}

function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", ".tmp", ".tmp-wal", ".tmp-shm"])
    rmSync(`${path}${suffix}`, { force: true });
}

/**
 * Whether nothing was replicated at or after this time. Litestream cannot restore a time later than its newest file,
 * which an unchanged database lacks.
 */
async function isAllBefore(litestream: Litestream, url: string, at: number): Promise<boolean> {
  const files = await listReplicaFiles(litestream, url);
  return files.every(({ timestamp }) => Date.parse(timestamp) < at);
}

/**
 * Restores a replica into an empty or missing directory, which then waits for `salute resume`. Returns the file names.
 * @throws BackupError
 */
export async function restoreReplica(
  source: ReplicaSource,
  dataDir: string,
  { clock, actor, prove }: Restorer,
): Promise<string[]> {
  requireEmpty(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const scratch = scratchOf(dataDir);
  try {
    const program = { ...source.program, directory: scratch };
    const files = await fetchReplica({ ...source, program }, scratch, prove);
    const state = source.at === null ? "the newest replica" : `the replica of ${isoUtc(source.at)}`;
    for (const file of files) await markRestored(join(scratch, file), { clock, actor, from: state, state });
    moveIntoPlace(files, scratch, dataDir);
    return files;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
