import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type NoteProof, proveByNote } from "../../transparency/signed-log/index.ts";
import {
  BackupError,
  intoEmpty,
  markRestored,
  type Prove,
  putInPlace,
  type Restorer,
} from "../backups/index.ts";
import { type Litestream, type Program, prepareLitestream, runLitestream } from "./program.ts";
import { listReplicaFiles, txidsOf } from "./replica-files.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

export interface ReplicaSource {
  /** As LITESTREAM_REPLICA_URL. */
  replica: string;
  program: Program;
  /** Unix milliseconds; null for the newest state. */
  at: number | null;
  /**
   * Called where the newest state does not pass the integrity check and an earlier one does, which is taken then. Unset:
   * only the newest will do.
   */
  onEarlier?: (name: string, txid: string) => void;
}

/**
 * Fetches every database from its replica into a directory, and proves them: integrity check in full, and the
 * contract's section 13. Returns the files. @throws BackupError
 */
export async function fetchReplica(
  { replica, program, at, onEarlier }: ReplicaSource,
  directory: string,
  prove: Prove,
): Promise<string[]> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const litestream = await prepareLitestream(program);
  const files = REPLICATED.map((name) => `${name}.db`);
  for (const name of REPLICATED) {
    const wanted = { url: replicaUrl(replica, name), output: join(directory, `${name}.db`) };
    if (at !== null && !(await isAllBefore(litestream, wanted.url, at)))
      await restoreOne(litestream, wanted, ["-timestamp", isoUtc(at)]);
    else if (onEarlier === undefined) await restoreOne(litestream, wanted, []);
    else await restoreWhole(litestream, wanted, (txid) => onEarlier(name, txid));
    // Litestream leaves it readable for everybody.
    chmodSync(wanted.output, 0o600);
  }
  prove(directory, files);
  return files;
}

interface Wanted {
  url: string;
  /** The file to create. */
  output: string;
}

function restoreOne(
  litestream: Litestream,
  { url, output }: Wanted,
  which: readonly string[],
): Promise<string> {
  return runLitestream(litestream, ["restore", "-integrity-check", "full", ...which, "-o", output, url]);
}

/** Earlier states that are tried: at one each second they reach back a minute. */
const MAX_STEPS_BACK = 60;

/**
 * The newest state that passes the integrity check. A snapshot of Litestream 0.5.17 mixes pages of two states where
 * anybody else folds the WAL in meanwhile; the states before it are whole.
 * @throws BackupError where none is
 */
async function restoreWhole(
  litestream: Litestream,
  wanted: Wanted,
  onEarlier: (txid: string) => void,
): Promise<void> {
  try {
    await restoreOne(litestream, wanted, []);
  } catch (error) {
    const [, ...earlier] = txidsOf(await listReplicaFiles(litestream, wanted.url));
    for (const txid of earlier.slice(0, MAX_STEPS_BACK)) {
      removeDatabase(wanted.output);
      const isWhole = await restoreOne(litestream, wanted, ["-txid", txid]).then(
        () => true,
        () => false,
      );
      if (isWhole) return onEarlier(txid);
    }
    throw error;
  }
}

function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", ".tmp", ".tmp-wal", ".tmp-shm"])
    rmSync(`${path}${suffix}`, { force: true });
}

/**
 * Whether nothing was replicated after this time: Litestream knows no state of a time past its newest file, and a
 * database in which nothing changed has none.
 */
async function isAllBefore(litestream: Litestream, url: string, at: number): Promise<boolean> {
  const files = await listReplicaFiles(litestream, url);
  return files.every(({ timestamp }) => Date.parse(timestamp) < at);
}

export interface RestorePlan extends ReplicaSource {
  /** The newest note of the log that is kept in the replica; null where none is. */
  note: string | null;
  /** Whether a log that the note does not prove is taken (--unsigned). */
  acceptUnsigned: boolean;
}

/**
 * Restores a replica into a directory that is empty or missing, which then waits for `resume`. Its log is held against
 * the replica's newest note, which a state of an earlier time may be without; null where there is none.
 * @throws BackupError
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
    for (const file of files) await markRestored(join(scratch, file), clock, actor, state, state);
    putInPlace(files, scratch, dataDir);
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
