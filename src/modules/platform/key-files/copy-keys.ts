import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { KeyFileError } from "./key-file-error.ts";
import type { Passphrase } from "./passphrase.ts";

export type KeyFileName = "master.key" | "log.key";

export interface KeyFile {
  name: KeyFileName;
  text: string;
}

/** A file that was written, or existed already with the same key. */
export interface KeyCopy {
  path: string;
  isNew: boolean;
}

/**
 * Copies key files into a directory (created with 0700; the files with 0600), sealed with a passphrase if given.
 * @throws KeyFileError, before anything is written, if the directory holds another key or is inside the data
 *   directory.
 */
export function exportKeyFiles(
  files: readonly KeyFile[],
  { directory, dataDir, passphrase }: { directory: string; dataDir: string; passphrase: Passphrase | null },
): KeyCopy[] {
  if (isInside(directory, dataDir)) {
    throw new KeyFileError(
      `--to ${directory} is inside the data directory: choose a place that is not lost together with it`,
    );
  }
  const planned = files.map(({ name, text }) => {
    const path = join(directory, passphrase === null ? name : `${name}.sealed`);
    return { path, text, name, isNew: isNew(path, text, (there) => open(there, name, passphrase)) };
  });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const { path, text, name, isNew } of planned) {
    if (!isNew) continue;
    replacePrivateFile(path, passphrase === null ? text : passphrase.seal(text, name));
  }
  return planned.map(({ path, isNew }) => ({ path, isNew }));
}

/** Names of the key files in a data directory. */
export const KEY_FILES: readonly KeyFileName[] = ["master.key", "log.key"];

/** The key files in a directory: the sealed ones if a passphrase is given. @throws KeyFileError if there are none */
export function readKeyFiles(directory: string, passphrase: Passphrase | null): KeyFile[] {
  const found = KEY_FILES.flatMap((name) => {
    const path = join(directory, passphrase === null ? name : `${name}.sealed`);
    return existsSync(path) ? [{ name, text: open(readFileSync(path, "utf8"), name, passphrase) }] : [];
  });
  if (found.length > 0) return found;
  const isSealed = KEY_FILES.some((name) => existsSync(join(directory, `${name}.sealed`)));
  throw new KeyFileError(
    isSealed && passphrase === null
      ? `the key files in ${directory} are sealed with a passphrase: name its file with --passphrase-file`
      : `--from ${directory} holds no ${passphrase === null ? "master.key or log.key" : "master.key.sealed or log.key.sealed"}`,
  );
}

/**
 * Writes key files (0600) where the server reads them. @throws KeyFileError, before anything is written, if another
 * key exists there
 */
export function placeKeyFiles(files: readonly (KeyFile & { path: string })[]): KeyCopy[] {
  const planned = files.map(({ path, text }) => ({ path, text, isNew: isNew(path, text, (there) => there) }));
  for (const { path, text, isNew } of planned) if (isNew) replacePrivateFile(path, text);
  return planned.map(({ path, isNew }) => ({ path, isNew }));
}

/** False if the same key exists there. @throws KeyFileError if another one does */
function isNew(path: string, text: string, textOf: (there: string) => string): boolean {
  if (!existsSync(path)) return true;
  if (textOf(readFileSync(path, "utf8")).trim() === text.trim()) return false;
  throw new KeyFileError(`${path} holds another key, which is not overwritten: move it away first`);
}

function isInside(directory: string, parent: string): boolean {
  const [first] = relative(resolve(parent), resolve(directory)).split(sep);
  return first !== "..";
}

function open(text: string, name: KeyFileName, passphrase: Passphrase | null): string {
  return passphrase === null ? text : passphrase.open(text, name);
}
