import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Read and written only by the owner: key files, databases. */
const PRIVATE = 0o600;

/** Creates a file (0600) of these parts atomically; it is on disk on return. @throws EEXIST if it exists */
export function createPrivateFile(path: string, ...parts: readonly (string | Uint8Array)[]): void {
  const next = nextTo(path);
  // Never overwritten: another process may have linked it, and its content is then the file's own.
  rmSync(next, { force: true });
  writeAndSync(next, parts, "wx");
  try {
    linkSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
  syncDirectory(dirname(path));
}

/**
 * Replaces a file's text atomically (0600): a reader, or a power failure, sees either the old text or the new one.
 * The owner stays the same, so that a command run by root leaves the server's files usable.
 */
export function replacePrivateFile(path: string, text: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const next = nextTo(target);
  writeAndSync(next, [text]);
  if (existsSync(target)) {
    const { uid, gid } = statSync(target);
    const made = statSync(next);
    if (made.uid !== uid || made.gid !== gid) chownSync(next, uid, gid);
  }
  renameSync(next, target);
  syncDirectory(dirname(target));
}

/** A file's device, inode, length and time of its last write, which stay the same when it is moved; null if it is missing. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}`;
}

/** Permission bits of a file or directory, such as 0o600; null if it does not exist. */
export function readPermissions(path: string): number | null {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? null : mode & 0o777;
}

/** Whether these bits let anybody but the owner read, write or enter. */
export function isOpenToOthers(permissions: number): boolean {
  return (permissions & 0o077) !== 0;
}

/** Bytes of a file; null if it does not exist. */
export function readFileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** The temporary path for a file's next text. */
function nextTo(path: string): string {
  return join(dirname(path), `.${basename(path)}.next`);
}

function writeAndSync(path: string, parts: readonly (string | Uint8Array)[], flag: "w" | "wx" = "w"): void {
  const file = openSync(path, flag, PRIVATE);
  try {
    chmodSync(path, PRIVATE);
    for (const part of parts) writeFileSync(file, part);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Ensures that renames in a directory are on disk. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Why a file cannot be read, after its name: `there is no such file`. */
export function fileFaultWords(error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a directory";
  if (code === "EACCES") return "this account may not read it";
  return `it cannot be read${code === "" ? "" : ` (${code})`}`;
}

const WRITE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "the directory does not exist",
  ENOTDIR: "a part of the path is a file",
  EACCES: "this account may not write there",
  EPERM: "this account may not write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Why a file or directory cannot be created or replaced: `the directory does not exist`. */
export function writeFaultWords(error: unknown): string {
  const code = codeOf(error);
  return WRITE_FAULTS[code] ?? `the system refuses it${code === "" ? "" : ` (${code})`}`;
}

/** The system's code of an error, such as ENOENT; empty without one. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
