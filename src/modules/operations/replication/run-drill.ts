import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import type { Sql } from "../../../db/sql.ts";
import { type Clock, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { readPublishedNote, rootAt } from "../../transparency/signed-log/index.ts";
import {
  BackupError,
  type Drill,
  listManifests,
  type Prove,
  requireDiskSpace,
  type Trust,
  unpackBackup,
} from "../backups/index.ts";
import { fetchReplica, type ReplicaSource } from "./restore-replica.ts";

export interface DrillPlan {
  dataDir: string;
  /** Directory of the backups. */
  directory: string;
  /** BACKUP_ENCRYPTION_KEY. */
  encryptionKey: string | null;
  /** Null without a replica: the newest backup is then restored. */
  replica: ReplicaSource | null;
  clock: Clock;
  prove: Prove;
}

/**
 * Restores the replica, or without one the newest backup, to a scratch directory, proves it, measures the age of its
 * newest row and checks that its log is a prefix of the published log. Failures are reported in the result. Blocks its
 * process. @throws BackupError if there is nothing to restore yet, or too little disk space
 */
export async function runDrill(plan: DrillPlan): Promise<Drill> {
  const { dataDir, directory, clock } = plan;
  const [newest] = listManifests(directory);
  if (plan.replica === null && newest === undefined)
    throw new BackupError("there is no backup to restore yet");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const scratch = join(directory, ".drill");
  rmSync(scratch, { recursive: true, force: true });
  requireDiskSpace(dataDir, directory);
  const startedAt = clock.now();
  const began = performance.now();
  const drill = (found: Partial<Drill>): Drill => ({
    at: isoUtc(startedAt),
    ok: false,
    source: plan.replica === null ? "backup" : "replica",
    from: plan.replica === null ? (newest?.id ?? "") : "newest",
    error: null,
    rpo_seconds: null,
    rto_seconds: Math.round((performance.now() - began) / SECOND_MS),
    log_root: null,
    log_root_is_published: null,
    ...found,
  });
  try {
    if (plan.replica !== null) await fetchReplica(plan.replica, scratch, plan.prove);
    else
      await unpackBackup(join(directory, newest?.file ?? ""), scratch, {
        trust: ownTrust(plan.encryptionKey),
        prove: plan.prove,
      });
    const newestAt = readDatabase(join(scratch, "live.db"), newestRowAt);
    const log = compareLogs(join(scratch, "log.db"), join(dataDir, "log.db"));
    const isForked = log.log_root_is_published === false;
    return drill({
      ...log,
      ok: !isForked,
      error: isForked ? "the restored log is not a prefix of the published log" : null,
      rpo_seconds: newestAt === null ? null : Math.max(0, Math.round((startedAt - newestAt) / SECOND_MS)),
    });
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return drill({ error: error.message });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Start of the newest job run, in Unix milliseconds; null before the first. Jobs run every minute. */
function newestRowAt(sql: Sql): number | null {
  return sql.get<{ at: number | null }>("SELECT MAX(started_at) AS at FROM job_runs")?.at ?? null;
}

function compareLogs(restored: string, published: string): Pick<Drill, "log_root" | "log_root_is_published"> {
  const note = readDatabase(restored, readPublishedNote);
  if (note === null) return { log_root: null, log_root_is_published: null };
  const root = readDatabase(published, (sql) => rootAt(sql, note.origin, note.size));
  return { log_root: note.root, log_root_is_published: root === note.root };
}

/** Accepts any backup: it was made from this directory, perhaps before a key was set. */
function ownTrust(encryptionKey: string | null): Trust {
  return { encryptionKey, publicKey: null, acceptUnsigned: true, acceptPlaintext: true };
}
