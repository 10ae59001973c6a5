import { statfsSync } from "node:fs";

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
