import { join } from "node:path";

/** Text that Linux appends to the path of an executable that was replaced. */
const REPLACED = / \(deleted\)$/;

/**
 * The command that starts this program with other arguments: the executable, or Bun with the checkout's main file.
 */
export function ownProgram(args: readonly string[]): string[] {
  const isExecutable = import.meta.dir.startsWith("/$bunfs/");
  return isExecutable
    ? [process.execPath.replace(REPLACED, ""), ...args]
    : [process.execPath, join(import.meta.dir, "../../main.ts"), ...args];
}
