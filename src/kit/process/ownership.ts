import {
  closeSync,
  constants,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";

/** Made by the file system itself at the top of a disk; root's everywhere. */
export const OF_FILE_SYSTEM = "lost+found";

const ROOT = 0;

/** Name of this process's account on the machine; its number if it has none. */
export function accountName(): string {
  const uid = process.getuid?.();
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    const name = lines.map((line) => line.split(":")).find(([, , id]) => Number(id) === uid)?.[0];
    if (name !== undefined) return name;
  } catch {
    // A container may have no such file.
  }
  return `uid ${uid ?? "unknown"}`;
}

/** A file or directory, and its owner. */
export interface Owned {
  path: string;
  uid: number;
  gid: number;
}

/**
 * Gives what root made in a directory to the directory's owner, so that a server under that account can use it. Does
 * nothing for other accounts, and where root is the owner. Returns the paths.
 */
export function giveToOwner(directory: string): string[] {
  if (process.getuid?.() !== ROOT) return [];
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (owner === undefined || !owner.isDirectory() || owner.uid === ROOT) return [];
  const given: string[] = [];
  visit(top(directory), (entry, at) => {
    if (entry.uid !== ROOT) return;
    lchownSync(at, owner.uid, owner.gid);
    given.push(entry.path);
  });
  return given;
}

/** Files and directories whose owner is not the directory's. @throws the file system's errors */
export function foreignFiles(directory: string): Owned[] {
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (owner === undefined || !owner.isDirectory()) return [];
  const found: Owned[] = [];
  visit(top(directory), (entry) => {
    if (entry.uid !== owner.uid) found.push(entry);
  });
  return found;
}

/** A directory as it is opened, and under the name that it is shown by. */
interface Opened {
  at: string;
  path: string;
  isTop: boolean;
}

/**
 * Visits what is below a directory: no links, and no file with a second name, which may be elsewhere. On Linux each
 * directory is entered by its descriptor, so that nobody can replace it by a link meanwhile.
 */
function visit({ at, path, isTop }: Opened, see: (entry: Owned, at: string) => void): void {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | (isTop ? 0 : constants.O_NOFOLLOW);
  const opened = openSync(at, flags);
  try {
    const base = process.platform === "linux" ? `/proc/self/fd/${opened}` : at;
    for (const name of readdirSync(base)) {
      if (isTop && name === OF_FILE_SYSTEM) continue;
      const inner = { at: `${base}/${name}`, path: `${path}/${name}`, isTop: false };
      const facts = lstatSync(inner.at, { throwIfNoEntry: false });
      if (facts === undefined || facts.isSymbolicLink()) continue;
      if (!facts.isDirectory() && facts.nlink > 1) continue;
      see({ path: inner.path, uid: facts.uid, gid: facts.gid }, inner.at);
      if (facts.isDirectory()) visit(inner, see);
    }
  } finally {
    closeSync(opened);
  }
}

function top(directory: string): Opened {
  return { at: directory, path: directory, isTop: true };
}
