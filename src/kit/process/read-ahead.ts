import { statSync } from "node:fs";
import { readChunks } from "./read-chunks.ts";

/** The rest of the memory is left to those who use it now. */
const PART_OF_MEMORY = 0.8;

/**
 * Reads a file into the system's cache, or its end as far as that fits into memory. SQLite's checks of pages go from a table's
 * last row to its first, and systems read ahead only from front to back, so that each page would be waited for. Blocks its
 * thread. Ends the locks that this process has on the file.
 */
export function readAhead(path: string): void {
  const end = statSync(path).size;
  const from = Math.max(0, end - Math.floor(process.availableMemory() * PART_OF_MEMORY));
  const chunks = readChunks(path, { from, end });
  while (chunks.next().done !== true);
}
