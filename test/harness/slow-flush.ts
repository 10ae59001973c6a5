import { join } from "node:path";

/** Whether `compileSlowFlush` can do its work here. */
export const HAS_COMPILER = Bun.which("cc") !== null && process.platform === "linux";

/** Compiles the library that stands for a disk (`slow-flush.c`), into a directory. Returns its path. */
export function compileSlowFlush(directory: string): string {
  const library = join(directory, "slow-flush.so");
  const source = join(import.meta.dir, "slow-flush.c");
  const { success, stderr } = Bun.spawnSync(["cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]);
  if (!success) throw new Error(`slow-flush.c could not be compiled: ${stderr}`);
  return library;
}
