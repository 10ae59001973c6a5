import { statfsSync } from "node:fs";
import { BackupError } from "./backup-error.ts";

/** @throws BackupError naming both sizes, where fewer bytes are free than that takes. */
export function requireFree(directory: string, needed: number, what: string, remedy: string): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `${mebibytes(bavail * bsize)} are free where ${directory} is, and ${what} needs ${mebibytes(needed)}: ${remedy}`,
  );
}

export function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
