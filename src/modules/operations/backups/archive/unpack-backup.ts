import { existsSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { MAIN_FILES } from "../../../../db/files.ts";
import { BackupError } from "../backup-error.ts";
import { requireFreeSpace } from "../disk-space.ts";
import type { Prove } from "../prove.ts";
import { proveOrigin, requireSecrecy, type Trust } from "../trust.ts";
import { readArchive } from "./archive.ts";
import { requireContents } from "./contents.ts";
import { isRecipient } from "./encryption.ts";
import { hashFile } from "./hash-file.ts";
import { type Manifest, readManifest } from "./manifest.ts";

/** Space for the WAL of one file at a time while files are proved and marked. */
const SPARE_BYTES = 16 * 2 ** 20;

/** Result of proving a backup. */
export interface Proof {
  /** Null without a manifest beside the archive; then only the archive's own checksums were checked. */
  manifest: Manifest | null;
  /** True if the known log key signed the manifest; null if the origin is unproved. */
  isSigned: true | null;
  files: string[];
}

/**
 * Unpacks a backup into a directory and proves it: the manifest against the log's key, the archive and its content
 * against the manifest, every file against the archive's list, every database by a full integrity check and contract
 * section 13. @throws BackupError with a message for people
 */
export async function unpackBackup(
  archive: string,
  directory: string,
  { trust, prove }: { trust: Trust; prove: Prove },
): Promise<Proof> {
  const { encryptionKey: key } = trust;
  if (!existsSync(archive)) throw new BackupError(`${archive} is missing`);
  const manifest = readManifest(manifestPath(archive));
  if (manifest === null && existsSync(manifestPath(archive)))
    throw new BackupError(
      `${manifestPath(archive)} is not the manifest of a backup: restore it, or move it away`,
    );
  const isSigned = proveOrigin(manifest, manifestPath(archive), trust);
  if (manifest !== null) await requireSame(archive, manifest);
  const isEncrypted = archive.endsWith(".age");
  requireSecrecy(isEncrypted, archive, trust);
  if (isEncrypted && (key === null || isRecipient(key)))
    throw new BackupError(
      key === null
        ? `${archive} is encrypted: set BACKUP_ENCRYPTION_KEY`
        : "BACKUP_ENCRYPTION_KEY is an age recipient, which can only encrypt: set its AGE-SECRET-KEY-… to decrypt",
    );
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (manifest !== null)
    requireFreeSpace(directory, {
      needed: sizeOf(manifest) + SPARE_BYTES,
      purpose: "unpacking",
      remedy: "free space",
    });
  const maxBytes = unpackedAtMost(archive, manifest, isSigned);
  const packed = await unpack(archive, directory, { key: isEncrypted ? key : null, maxBytes });
  if (manifest !== null && JSON.stringify(packed) !== JSON.stringify(manifest.databases))
    throw new BackupError(`the files in ${archive} differ from its manifest`);
  const files = packed.map(({ name }) => name);
  if (manifest !== null) requireContents(directory, files, manifest);
  await prove(directory, files);
  return { manifest, isSigned, files };
}

/** Path of an archive's manifest. */
export function manifestPath(archive: string): string {
  return join(dirname(archive), `${basename(archive).replace(/\.tar\.zst(\.age)?$/, "")}.json`);
}

function sizeOf({ databases }: Manifest): number {
  return databases.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function requireSame(archive: string, manifest: Manifest): Promise<void> {
  const { sha256, bytes } = await hashFile(archive);
  if (sha256 !== manifest.sha256 || bytes !== manifest.bytes)
    throw new BackupError(
      `${archive} differs from its manifest: a byte was changed, or the file is truncated`,
    );
}

/** Limit on the compression ratio of an archive without a manifest; databases compress to about a third. */
const MAX_RATIO = 200;
const SMALLEST_LIMIT_BYTES = 256 * 2 ** 20;
/** Allowance for tar's framing and the list of contents. */
const FRAME_BYTES = 2 ** 20;

/** A manifest that no known key signed may say any size: the archive's own size bounds it. */
function unpackedAtMost(archive: string, manifest: Manifest | null, isSigned: true | null): number {
  const byRatio = Math.max(SMALLEST_LIMIT_BYTES, MAX_RATIO * statSync(archive).size);
  if (manifest === null) return byRatio;
  const said = sizeOf(manifest) + FRAME_BYTES;
  return isSigned === true ? said : Math.min(said, byRatio);
}

async function unpack(archive: string, directory: string, limits: { key: string | null; maxBytes: number }) {
  try {
    return await readArchive(archive, directory, {
      ...limits,
      expects: (name) => MAIN_FILES.some(({ file }) => file === name),
    });
  } catch (error) {
    throw new BackupError(`${archive} cannot be read: ${(error as Error).message}`);
  }
}
