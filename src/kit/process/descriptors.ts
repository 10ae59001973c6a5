import { readdirSync } from "node:fs";
import { descriptorLimit } from "../network/descriptor-count.ts";

/** Open file descriptors of this process, and how many it may have; null without a limit. */
export interface Descriptors {
  open: number;
  limit: number | null;
}

/** Null on systems without Linux's files. */
export function readDescriptors(): Descriptors | null {
  try {
    const limit = descriptorLimit();
    // Reading the directory opens one more.
    const open = readdirSync("/proc/self/fd").length - 1;
    return { open, limit: Number.isFinite(limit) ? limit : null };
  } catch {
    return null;
  }
}
