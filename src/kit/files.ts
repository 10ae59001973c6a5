import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Read and written by the owner alone: key files, databases. */
const PRIVATE = 0o600;

/** Makes a file (0600) that is on the disk when this returns. @throws EEXIST where it exists. */
export function createPrivateFile(path: string, text: string): void {
  writeAndSync(path, text, "wx");
  syncDirectory(dirname(path));
}

/**
 * Puts a new text in a file's place at one stroke (0600): a reader, or a power cut, meets the old text or the new one.
 * The owner stays who it was, so that a command run by root leaves a server its files.
 */
export function replacePrivateFile(path: string, text: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const next = join(dirname(target), `.${basename(target)}.next`);
  writeAndSync(next, text, "w");
  if (existsSync(target)) {
    const { uid, gid } = statSync(target);
    const made = statSync(next);
    if (made.uid !== uid || made.gid !== gid) chownSync(next, uid, gid);
  }
  renameSync(next, target);
  syncDirectory(dirname(target));
}

/** Whether anybody but the owner may read or write this file or directory. */
export function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0;
}

function writeAndSync(path: string, text: string, flag: "w" | "wx"): void {
  const file = openSync(path, flag, PRIVATE);
  try {
    chmodSync(path, PRIVATE);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
