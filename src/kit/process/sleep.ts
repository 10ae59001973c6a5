const NOTHING = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Stops the thread for this many milliseconds. */
export function sleepSync(ms: number): void {
  Atomics.wait(NOTHING, 0, 0, ms);
}
