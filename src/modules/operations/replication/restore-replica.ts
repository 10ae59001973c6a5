import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type NoteProof, proveByNote } from "../../transparency/signed-log/index.ts";
import {
  BackupError,
  intoEmpty,
  markRestored,
  moveIntoPlace,
  type Prove,
  type Restorer,
} from "../backups/index.ts";
import { type Litestream, type Program, prepareLitestream, runLitestream } from "./program.ts";
import { collectTxids, listReplicaFiles } from "./replica-files.ts";
import { REPLICATED, type ReplicaName, replicaUrl } from "./rules.ts";

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
  const restore = async (name: ReplicaName) => {
    const target = { url: replicaUrl(replica, name), output: join(directory, `${name}.db`) };
    if (at !== null && !(await isAllBefore(litestream, target.url, at)))
      await restoreOne(litestream, target, ["-timestamp", isoUtc(at)]);
    else if (onFallback === undefined) await restoreOne(litestream, target, []);
    else await restoreNewestIntact(litestream, target, (txid) => onFallback(name, txid));
    // Litestream creates it readable by every user.
    chmodSync(target.output, 0o600);
  };
  const restored = await Promise.allSettled(REPLICATED.map(restore));
  for (const each of restored) if (each.status === "rejected") throw each.reason;
  await prove(directory, files);
  return files;
}

interface RestoreTarget {
  url: string;
  /** Path of the restored file. */
  output: string;
}

/** Checks nothing but what Litestream checks of its own files: the restored databases are proved together. */
function restoreOne(
  litestream: Litestream,
  { url, output }: RestoreTarget,
  which: readonly string[],
): Promise<string> {
  return runLitestream(litestream, ["restore", ...which, "-o", output, url]);
}

/** With a full integrity check, by which an earlier state is chosen. */
function restoreIntact(
  litestream: Litestream,
  target: RestoreTarget,
  which: readonly string[],
): Promise<string> {
  return restoreOne(litestream, target, ["-integrity-check", "full", ...which]);
}

/** Number of earlier states to try; at one per second they cover a minute. */
const MAX_STEPS_BACK = 60;

/**
 * Restores the newest state that passes the integrity check. A snapshot of Litestream 0.5.17 mixes pages of two states
 * if another process checkpoints the WAL at the same time; the states before it are intact. The newest is tried twice,
 * since the store may have failed for a moment. @throws BackupError if none passes
 */
async function restoreNewestIntact(
  litestream: Litestream,
  target: RestoreTarget,
  onFallback: (txid: string) => void,
): Promise<void> {
  try {
    await restoreIntact(litestream, target, []);
  } catch (error) {
    const txids = collectTxids(await listReplicaFiles(litestream, target.url));
    for (const [stepsBack, txid] of txids.slice(0, MAX_STEPS_BACK + 1).entries()) {
      removeDatabase(target.output);
      const isWhole = await restoreIntact(litestream, target, ["-txid", txid]).then(
        () => true,
        () => false,
      );
      if (!isWhole) continue;
      if (stepsBack > 0) onFallback(txid);
      return;
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

export interface RestorePlan extends ReplicaSource {
  /** The newest note of the log in the replica; null without one. */
  note: string | null;
  /** Whether a log that the note does not prove is accepted (--unsigned). */
  acceptUnsigned: boolean;
}

/**
 * Restores a replica into an empty or missing directory, which then waits for `resume`. Returns how the newest note
 * proves the log; null without a note. A restored earlier state may end before its note. @throws BackupError
 */
export async function restoreReplica(
  source: RestorePlan,
  dataDir: string,
  { clock, actor, prove }: Restorer,
): Promise<{ files: string[]; log: NoteProof | null }> {
  return intoEmpty(dataDir, async (scratch) => {
    const program = { ...source.program, directory: scratch };
    const files = await fetchReplica({ ...source, program }, scratch, prove);
    const log = proveLog(join(scratch, "log.db"), source);
    const state = source.at === null ? "the newest replica" : `the replica of ${isoUtc(source.at)}`;
    for (const file of files) await markRestored(join(scratch, file), { clock, actor, from: state, state });
    moveIntoPlace(files, scratch, dataDir);
    return { files, log };
  });
}

/** @throws BackupError */
function proveLog(path: string, { note, at, acceptUnsigned }: RestorePlan): NoteProof | null {
  if (note === null) return null;
  const proof = readDatabase(path, (sql) => proveByNote(sql, note));
  const isEarlier = at !== null && proof.outcome === "shorter";
  if (proof.outcome === "proved" || isEarlier || acceptUnsigned) return proof;
  throw new BackupError(
    `the origin of this replica is unproved: its newest note does not fit its log: ${proof.message}. If you know why: --unsigned`,
  );
}
