import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isoUtc } from "../../../kit/clock.ts";
import {
  markRestored,
  type Prove,
  putInPlace,
  type Restorer,
  requireEmpty,
  scratchOf,
} from "../backups/index.ts";
import { type Litestream, type Program, prepareLitestream, runLitestream } from "./program.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

export interface ReplicaSource {
  /** As LITESTREAM_REPLICA_URL. */
  replica: string;
  program: Program;
  /** Unix milliseconds; null for the newest state. */
  at: number | null;
}

/**
 * Fetches every database from its replica into a directory, and proves them: integrity check in full, and the
 * contract's section 13. Returns the files. @throws BackupError
 */
export async function fetchReplica(
  { replica, program, at }: ReplicaSource,
  directory: string,
  prove: Prove,
): Promise<string[]> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const litestream = await prepareLitestream(program);
  const files = REPLICATED.map((name) => `${name}.db`);
  for (const name of REPLICATED) {
    const url = replicaUrl(replica, name);
    const time = at === null || (await isAllBefore(litestream, url, at)) ? [] : ["-timestamp", isoUtc(at)];
    const args = ["-integrity-check", "full", ...time, "-o", join(directory, `${name}.db`), url];
    await runLitestream(litestream, ["restore", ...args]);
  }
  prove(directory, files);
  return files;
}

/**
 * Whether nothing was replicated after this time: Litestream knows no state of a time past its newest file, and a
 * database in which nothing changed has none.
 */
async function isAllBefore(litestream: Litestream, url: string, at: number): Promise<boolean> {
  const listed = await runLitestream(litestream, ["ltx", "-level", "all", "-json", url]);
  const files = JSON.parse(listed) as { timestamp: string }[];
  return files.every(({ timestamp }) => Date.parse(timestamp) < at);
}

/** Restores a replica into a directory that is empty or missing, which then waits for `resume`. @throws BackupError */
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
    for (const file of files) await markRestored(join(scratch, file), clock, actor, state, state);
    putInPlace(files, scratch, dataDir);
    return files;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
