import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { MAIN_FILES } from "../../../db/files.ts";
import { openReadOnly } from "../../../db/reader.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import { sizeOf } from "../../../kit/process/files.ts";
import { systemRandom } from "../../../kit/random.ts";
import { writeArchive } from "./archive/archive.ts";
import { readContents } from "./archive/contents.ts";
import { hashFile } from "./archive/hash-file.ts";
import { type Manifest, signManifest, writeManifest } from "./archive/manifest.ts";
import { BackupError } from "./backup-error.ts";
import type { Prove } from "./prove.ts";
import { mebibytes, requireFree } from "./room.ts";

export interface BackupPlan {
  id: string;
  dataDir: string;
  /** Where archives and manifests are kept. */
  directory: string;
  /** As BACKUP_ENCRYPTION_KEY; null for none. */
  encryptionKey: string | null;
  /** Of log.key, 32 bytes; null leaves the manifest unsigned. */
  logSeed: Uint8Array | null;
  clock: Clock;
  prove: Prove;
  /** Told what is done next. */
  progress: (step: string) => void;
}

const SPARE_BYTES = 64 * 2 ** 20;
const BUSY_TIMEOUT_MS = 5_000;

/** A backup's id: when it began, and what keeps two of one second apart. */
export function newBackupId(now: number): string {
  return `b-${isoUtc(now).slice(0, 19).replaceAll(/[-:]/g, "")}Z-${randomHex(2, systemRandom)}`;
}

/**
 * Copies every database but sandbox files beside a running server, proves the copies, packs them, and writes the
 * manifest last: a backup without one is none. It blocks its process for as long as SQLite copies, so it has one of
 * its own.
 * @throws BackupError where a copy does not hold what section 13 of the contract asks.
 */
export async function makeBackup(plan: BackupPlan): Promise<Manifest> {
  mkdirSync(plan.directory, { recursive: true, mode: 0o700 });
  requireRoom(plan.dataDir, plan.directory);
  const scratch = join(plan.directory, `.${plan.id}`);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    return await makeIn(scratch, plan);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Room for copies of the databases, an archive, and what the server beside it writes meanwhile. @throws BackupError
 * where there is less.
 */
export function requireRoom(dataDir: string, directory: string): void {
  const sizes = MAIN_FILES.map(({ file }) => sizeOf(join(dataDir, file)) ?? 0);
  const needed = 2 * sizes.reduce((sum, size) => sum + size, 0) + SPARE_BYTES;
  requireFree(directory, needed, "a backup", "make room, or lower BACKUP_KEEP_COUNT");
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
  progress("proving the copies");
  try {
    plan.prove(
      scratch,
      copies.map(({ file }) => file),
    );
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(`${error.message}. Nothing was kept as a backup. See: salute check`);
  }
  const contents = readContents(
    scratch,
    copies.map(({ file }) => file),
  );
  progress(encryptionKey === null ? "packing" : "packing and encrypting");
  const file = `${id}.tar.zst${encryptionKey === null ? "" : ".age"}`;
  const packed = join(scratch, file);
  const databases = await writeArchive(copies, packed, encryptionKey);
  const { sha256, bytes } = await hashFile(packed);
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
  renameSync(packed, join(directory, file));
  writeManifest(directory, manifest);
  return manifest;
}

/** One consistent state, without a lock that a writer would meet (sqlite.org/lang_vacuum.html, VACUUM INTO). */
function copyDatabase(source: string, target: string): void {
  const client = openReadOnly(source, BUSY_TIMEOUT_MS);
  try {
    client.run("PRAGMA query_only = OFF");
    client.prepare("VACUUM INTO ?").run(target);
  } finally {
    client.close(true);
  }
}
