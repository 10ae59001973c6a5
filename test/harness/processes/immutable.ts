import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DISK } from "./run-directory.ts";

/**
 * Makes all files of a directory read-only or writable again, even while they are open, like a file system that turned
 * read-only after errors. (A mount with open writers cannot be remounted read-only.) Memory-mapped SQLite files are left
 * out, as the kernel kills a process that writes to a mapped page of an immutable file, and sockets, which have no flags.
 */
export function setImmutable(directory: string, isImmutable: boolean): void {
  // The directory first, so that no file is created or deleted from then on.
  chattr(isImmutable, [directory]);
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  chattr(
    isImmutable,
    names.filter((name) => !/(-shm|\.sock)$/.test(name)).map((name) => join(directory, name)),
  );
}

function chattr(isImmutable: boolean, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const { exitCode, stderr } = Bun.spawnSync(["chattr", isImmutable ? "+i" : "-i", ...paths], {
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(stderr.toString().trim());
}

/** Whether files can be made immutable here; warns that `skipped` is skipped if not. */
export function canSetImmutable(skipped: string): boolean {
  const directory = mkdtempSync(join(DISK, "salute-immutable-"));
  try {
    writeFileSync(join(directory, "file"), "");
    setImmutable(directory, true);
    setImmutable(directory, false);
    return true;
  } catch (error) {
    console.warn(`${skipped} is skipped: files cannot be made immutable here (${(error as Error).message})`);
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
