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

/** Read and written by the owner alone: key files, databases. */
const PRIVATE = 0o600;

/** Makes a file (0600), whole or not at all, that is on the disk when this returns. @throws EEXIST where it exists. */
export function createPrivateFile(path: string, content: string | Uint8Array): void {
  const next = nextTo(path);
  // Never written over: another process may have linked it by now, and its content is then that of the file itself.
  rmSync(next, { force: true });
  writeAndSync(next, content, "wx");
  try {
    linkSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
  syncDirectory(dirname(path));
}

/**
 * Puts a new text in a file's place at one stroke (0600): a reader, or a power cut, meets the old text or the new one.
 * The owner stays who it was, so that a command run by root leaves a server its files.
 */
export function replacePrivateFile(path: string, text: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const next = nextTo(target);
  writeAndSync(next, text);
  if (existsSync(target)) {
    const { uid, gid } = statSync(target);
    const made = statSync(next);
    if (made.uid !== uid || made.gid !== gid) chownSync(next, uid, gid);
  }
  renameSync(next, target);
  syncDirectory(dirname(target));
}

/** Permission bits of a file or directory, such as 0o600; null where there is none. */
export function permissionsOf(path: string): number | null {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? null : mode & 0o777;
}

/** Whether these bits let anybody but the owner read, write or enter. */
export function isOpenToOthers(permissions: number): boolean {
  return (permissions & 0o077) !== 0;
}

/** Bytes of a file; null where there is none. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Where a file's next text is written before it takes its place. */
function nextTo(path: string): string {
  return join(dirname(path), `.${basename(path)}.next`);
}

function writeAndSync(path: string, content: string | Uint8Array, flag: "w" | "wx" = "w"): void {
  const file = openSync(path, flag, PRIVATE);
  try {
    chmodSync(path, PRIVATE);
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What was renamed in a directory is on the disk when this returns. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
