import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Leaves the rest to those who use it now. */
const PART_OF_MEMORY = 0.8;
const CHUNK_BYTES = 2 ** 20;

/**
 * Reads a file into the system's cache, or its end as far as that fits into memory. SQLite's checks of pages go from a table's
 * last row to its first, and systems read ahead only from front to back, so that each page would be waited for. Blocks its
 * thread. Ends the locks that this process has on the file.
 */
export function readAhead(path: string): void {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let at = Math.max(0, fstatSync(file).size - Math.floor(process.availableMemory() * PART_OF_MEMORY));
    for (let count = -1; count !== 0; at += count) count = readSync(file, buffer, 0, CHUNK_BYTES, at);
  } finally {
    closeSync(file);
  }
}
