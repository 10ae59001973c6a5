import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Space of a file system without what is reserved for root, in bytes, as `df` shows it. */
export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
}

/** @throws the file system's own error if the path does not exist */
export function readDiskSpace(path: string): DiskSpace {
  const { bavail, bfree, blocks, bsize } = statfsSync(path);
  return { freeBytes: bavail * bsize, sizeBytes: (blocks - bfree + bavail) * bsize };
}

/** Number of the device that a path is on, or would be on once it exists. */
export function findDevice(path: string): number {
  return statSync(nearestExisting(path)).dev;
}

/** The path itself, or the nearest directory above it that exists. */
export function nearestExisting(path: string): string {
  let nearest = resolve(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  return nearest;
}
