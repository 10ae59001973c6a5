import { join } from "node:path";

/** How this program is started again with other arguments: the executable, or Bun with the checkout's main file. */
export function ownProgram(args: readonly string[]): string[] {
  const isExecutable = import.meta.dir.startsWith("/$bunfs/");
  return isExecutable
    ? [process.execPath, ...args]
    : [process.execPath, join(import.meta.dir, "../main.ts"), ...args];
}
