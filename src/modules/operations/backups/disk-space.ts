import { readDiskSpace } from "../../../kit/process/disk.ts";
import { BackupError } from "./backup-error.ts";

/** @throws BackupError naming both sizes if fewer than `needed` bytes are free */
export function requireFreeSpace(
  directory: string,
  { needed, purpose, remedy }: { needed: number; purpose: string; remedy: string },
): void {
  const { freeBytes } = readDiskSpace(directory);
  if (freeBytes >= needed) return;
  throw new BackupError(
    `${purpose} needs ${mebibytes(needed)}, but the file system of ${directory} has ${mebibytes(freeBytes)} free: ${remedy}`,
  );
}

export function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
