import { writeSync } from "node:fs";
import { sleepSync } from "./sleep.ts";

const STDERR = 2;
const RETRY_MS = 20;
const LAST_PATIENCE_MS = 1_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

let waiting: Uint8Array[] = [];
let waitingBytes = 0;
let isRetrying = false;

/**
 * Writes text to stderr. A pipe is non-blocking in Bun, so a slow reader may take only a part: the rest waits, up to
 * 16 MiB, and is written later in order.
 */
export function writeToStderr(text: string): void {
  if (waitingBytes < MAX_WAITING_BYTES) {
    const bytes = Buffer.from(text);
    waiting.push(bytes);
    waitingBytes += bytes.length;
  }
  pump();
}

/** Waits until stderr is drained, at most a second without progress; called before the process exits. */
export function drainStderr(): void {
  for (let left = LAST_PATIENCE_MS; waitingBytes > 0 && left > 0; left -= RETRY_MS) {
    const before = waitingBytes;
    sleepSync(RETRY_MS);
    pump();
    if (waitingBytes < before) left = LAST_PATIENCE_MS;
  }
}

function pump(): void {
  try {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const written = writeSync(STDERR, next);
      waitingBytes -= written;
      if (written === next.length) waiting.shift();
      else waiting[0] = next.subarray(written);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") retryLater();
    // A closed stderr must not stop the server; the lines are lost.
    else [waiting, waitingBytes] = [[], 0];
  }
}

function retryLater(): void {
  if (isRetrying) return;
  isRetrying = true;
  setTimeout(() => {
    isRetrying = false;
    pump();
  }, RETRY_MS).unref();
}
