import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { MAIN_FILES } from "../../../db/files.ts";
import { makeShrinkable } from "../../../db/migrations/free-pages.ts";
import { openReadOnly } from "../../../db/reader.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import { readFileSize } from "../../../kit/process/files.ts";
import { systemRandom } from "../../../kit/random.ts";
import type { Entry, Packed } from "./archive/archive.ts";
import { readContents } from "./archive/contents.ts";
import { type Manifest, signManifest, writeManifest } from "./archive/manifest.ts";
import { packInThread } from "./archive/pack-in-thread.ts";
import { BackupError } from "./backup-error.ts";
import { mebibytes, requireFreeSpace } from "./disk-space.ts";
import { bringUpToDate, type Prove } from "./prove.ts";

export interface BackupPlan {
  id: string;
  dataDir: string;
  /** Directory of archives and manifests. */
  directory: string;
  /** BACKUP_ENCRYPTION_KEY; null leaves the archive unencrypted. */
  encryptionKey: string | null;
  /** Seed of log.key, 32 bytes; null leaves the manifest unsigned. */
  logSeed: Uint8Array | null;
  clock: Clock;
  prove: Prove;
  /** Called with a description of each step before it begins. */
  progress: (step: string) => void;
}

const SPARE_BYTES = 64 * 2 ** 20;
const BUSY_TIMEOUT_MS = 5_000;

/** A backup's id: UTC start time plus a random suffix. */
export function newBackupId(now: number): string {
  return `b-${isoUtc(now).slice(0, 19).replaceAll(/[-:]/g, "")}Z-${randomHex(2, systemRandom)}`;
}

/**
 * Copies every database except sandbox files beside a running server, proves the copies, packs them and writes the
 * manifest last: without a manifest there is no backup. Blocks its process while SQLite copies, so it runs in a child
 * process. @throws BackupError if a copy violates contract section 13
 */
export async function makeBackup(plan: BackupPlan): Promise<Manifest> {
  mkdirSync(plan.directory, { recursive: true, mode: 0o700 });
  requireDiskSpace(plan.dataDir, plan.directory);
  const scratch = join(plan.directory, `.${plan.id}`);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    return await makeIn(scratch, plan);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Bytes that a backup takes while it is made: copies of the databases, an archive, and the server's own writes. */
export function spaceForBackup(dataDir: string): number {
  const sizes = MAIN_FILES.map(({ file }) => readFileSize(join(dataDir, file)) ?? 0);
  return 2 * sizes.reduce((sum, size) => sum + size, 0) + SPARE_BYTES;
}

/** @throws BackupError if there is too little disk space for a backup */
export function requireDiskSpace(dataDir: string, directory: string): void {
  requireFreeSpace(directory, {
    needed: spaceForBackup(dataDir),
    purpose: "a backup",
    remedy: "free space, or lower BACKUP_KEEP_COUNT",
  });
}

async function makeIn(scratch: string, plan: BackupPlan): Promise<Manifest> {
  const { id, directory, encryptionKey, clock, progress } = plan;
  const now = clock.now();
  const copies = MAIN_FILES.filter(({ file }) => existsSync(join(plan.dataDir, file))).map((each) => {
    const path = join(scratch, each.file);
    progress(`copying ${each.file} (${mebibytes(statSync(join(plan.dataDir, each.file)).size)})`);
    copyDatabase(join(plan.dataDir, each.file), path);
    return { ...each, name: each.file, path };
  });
  progress(`proving and packing the copies${encryptionKey === null ? "" : ", encrypted"}`);
  const file = `${id}.tar.zst${encryptionKey === null ? "" : ".age"}`;
  const target = join(scratch, file);
  const { sha256, bytes, databases } = await proveAndPack(copies, scratch, { ...plan, target });
  const contents = readContents(
    scratch,
    copies.map((copy) => copy.file),
  );
  const manifest = signManifest(
    {
      id,
      file,
      sha256,
      bytes,
      created_at: isoUtc(now),
      ...contents,
      databases,
      is_encrypted: encryptionKey !== null,
      uploaded_to: null,
      upload_error: null,
    },
    plan.logSeed,
  );
  renameSync(target, join(directory, file));
  writeManifest(directory, manifest);
  return manifest;
}

/** Proves the copies, and packs them in a thread. Both have ended in any case. @throws BackupError if the proof fails */
async function proveAndPack(
  copies: readonly Entry[],
  scratch: string,
  { clock, prove, encryptionKey: key, target }: BackupPlan & { target: string },
): Promise<Packed> {
  const files = copies.map(({ name }) => name);
  try {
    // From here on no copy changes.
    bringUpToDate(scratch, files, clock);
    const [packed, proof] = await Promise.allSettled([
      packInThread({ entries: copies, target, key }),
      prove(scratch, files),
    ]);
    if (proof.status === "rejected") throw proof.reason;
    if (packed.status === "rejected") throw packed.reason;
    return packed.value;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(`${error.message}. No backup was made. See: salute check`);
  }
}

/**
 * Copies one consistent state without blocking writers (sqlite.org/lang_vacuum.html, VACUUM INTO). The copy can give free
 * pages back, even if its original cannot.
 */
function copyDatabase(source: string, target: string): void {
  const client = openReadOnly(source, BUSY_TIMEOUT_MS);
  try {
    client.run("PRAGMA query_only = OFF");
    makeShrinkable(client);
    client.prepare("VACUUM INTO ?").run(target);
  } finally {
    client.close(true);
  }
}
