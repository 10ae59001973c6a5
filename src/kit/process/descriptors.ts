import { readdirSync, readFileSync } from "node:fs";

/** Open file descriptors of this process, and how many it may have; null without a limit. */
export interface Descriptors {
  open: number;
  limit: number | null;
}

/** Null on systems without Linux's files. */
export function readDescriptors(): Descriptors | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return {
      // Reading the directory opens one more.
      open: readdirSync("/proc/self/fd").length - 1,
      limit: limit === undefined ? null : Number(limit),
    };
  } catch {
    return null;
  }
}
