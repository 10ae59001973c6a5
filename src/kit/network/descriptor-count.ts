import { closeSync, openSync, readFileSync, statSync } from "node:fs";

/** Open descriptors of this process. Linux before 6.2 does not tell: there the lowest free one, which is not more. */
export function countDescriptors(): number {
  const count = statSync("/proc/self/fd", { throwIfNoEntry: false })?.size ?? 0;
  return count === 0 ? lowestFreeDescriptor() : count;
}

function lowestFreeDescriptor(): number {
  try {
    const descriptor = openSync("/dev/null", "r");
    closeSync(descriptor);
    return descriptor;
  } catch {
    return descriptorLimit();
  }
}

const SHORTAGES = ["EMFILE", "ENFILE"];

/** Whether an error says that the process or the system has no free descriptor, which says nothing about a file. */
export function isShortOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error && SHORTAGES.includes(String(error.code));
}

/** Most descriptors that this process may open. */
export function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
