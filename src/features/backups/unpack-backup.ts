import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { migrateFile } from "../../db/database.ts";
import { DATABASE_FILES } from "../../db/files.ts";
import { missingMigrations, SchemaMismatch } from "../../db/migrate.ts";
import { readDatabase } from "../../db/reader.ts";
import type { KeyMode } from "../../http/operation.ts";
import type { Clock } from "../../kit/clock.ts";
import { runInvariants } from "../invariants/index.ts";
import { isRecipient, readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { hashFile } from "./hash-file.ts";
import { isSignedRightly, type Manifest, readManifest } from "./manifest.ts";

/** What was proved of a backup. */
export interface Proof {
  /** Null where no manifest stood beside the archive: then its own checksums are all there is. */
  manifest: Manifest | null;
  /** Whether log.key signed the manifest; null where it is unsigned or missing. */
  isSigned: boolean | null;
  files: string[];
}

/**
 * Unpacks a backup into a directory and proves it: the archive against its manifest, every file against the archive's own
 * list, every database by integrity check in full and the contract's section 13.
 * @throws BackupError in words.
 */
export async function unpackBackup(
  archive: string,
  directory: string,
  key: string | null,
  clock: Clock,
): Promise<Proof> {
  if (!existsSync(archive)) throw new BackupError(`${archive} is missing`);
  const manifest = readManifest(manifestPath(archive));
  const isSigned = manifest === null ? null : isSignedRightly(manifest);
  if (isSigned === false) throw new BackupError(`${manifestPath(archive)} was changed after it was signed`);
  if (manifest !== null) await requireSame(archive, manifest);
  const isEncrypted = archive.endsWith(".age");
  if (isEncrypted && (key === null || isRecipient(key)))
    throw new BackupError(
      key === null
        ? `${archive} is encrypted: set BACKUP_ENCRYPTION_KEY`
        : "BACKUP_ENCRYPTION_KEY is an age recipient, which only encrypts: set its AGE-SECRET-KEY-…",
    );
  const packed = await unpack(archive, directory, isEncrypted ? key : null);
  if (manifest !== null && JSON.stringify(packed) !== JSON.stringify(manifest.databases))
    throw new BackupError(`${archive} holds other files than its manifest says`);
  for (const { name } of packed) proveFile(join(directory, name), modeOf(name), clock);
  return { manifest, isSigned, files: packed.map(({ name }) => name) };
}

function modeOf(name: string): KeyMode {
  return DATABASE_FILES.find(({ file }) => file === name)?.mode ?? "live";
}

/** Where the manifest of an archive stands. */
export function manifestPath(archive: string): string {
  return join(dirname(archive), `${basename(archive).replace(/\.tar\.zst(\.age)?$/, "")}.json`);
}

async function requireSame(archive: string, manifest: Manifest): Promise<void> {
  const { sha256, bytes } = await hashFile(archive);
  if (sha256 !== manifest.sha256 || bytes !== manifest.bytes)
    throw new BackupError(
      `${archive} is not the file of its manifest: a byte was changed, or it was cut short`,
    );
}

async function unpack(archive: string, directory: string, key: string | null) {
  try {
    return await readArchive(archive, directory, key, (name) =>
      DATABASE_FILES.some(({ file }) => file === name),
    );
  } catch (error) {
    throw new BackupError(`${archive} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Proves an unpacked file. One that an older salute wrote is proved to be whole, then brought up to date, then held against
 * what must be true of it. @throws BackupError
 */
export function proveFile(path: string, mode: KeyMode, clock: Clock): void {
  const name = basename(path);
  try {
    if (readDatabase(path, (sql) => missingMigrations(sql, path)).length > 0) bringUpToDate(path, clock);
    const failed = readDatabase(path, (sql) => runInvariants(sql, mode, true)).find(({ ok }) => !ok);
    if (failed !== undefined) throw new BackupError(`${name}: ${failed.name}: ${failed.detail}`);
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new BackupError(error.message);
    throw error;
  }
}

function bringUpToDate(path: string, clock: Clock): void {
  const faults = readDatabase(path, (sql) => sql.all<{ integrity_check: string }>("PRAGMA integrity_check"));
  const [first] = faults.filter(({ integrity_check }) => integrity_check !== "ok");
  if (first !== undefined) throw new BackupError(`${basename(path)}: integrity: ${first.integrity_check}`);
  migrateFile(path, clock);
}
