import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DISK } from "./run-directory.ts";

/**
 * Makes everything of a directory refuse to be written, or lets it be written again, under whoever has it open: as a file
 * system does that its errors turned read-only. A mount cannot be made read-only while somebody writes to it. What SQLite
 * maps into memory is left out: the kernel ends a process that writes to a mapped page of such a file.
 */
export function setImmutable(directory: string, isImmutable: boolean): void {
  // The directory first: from then on no file of it comes or goes.
  chattr(isImmutable, [directory]);
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  chattr(
    isImmutable,
    names.filter((name) => !name.endsWith("-shm")).map((name) => join(directory, name)),
  );
}

function chattr(isImmutable: boolean, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const { exitCode, stderr } = Bun.spawnSync(["chattr", isImmutable ? "+i" : "-i", ...paths], {
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(stderr.toString().trim());
}

/** Whether files can be made so here; says so where not, since what needs that is skipped. */
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
