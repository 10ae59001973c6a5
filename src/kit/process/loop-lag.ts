import { countInBucket, type Histogram, toBucket } from "../histogram.ts";

const EVERY_MS = 500;

/** Measures how late the event loop runs a timer: the time for which other work kept it busy. */
export class LoopLag {
  readonly histogram: Histogram = new Map();
  /** Sum of all measurements, in milliseconds. */
  totalMs = 0;

  /** Measures until `stop` is called. */
  start(): { stop(): void } {
    let dueAt = performance.now() + EVERY_MS;
    const timer = setInterval(() => {
      const now = performance.now();
      this.note(Math.max(0, now - dueAt));
      dueAt = now + EVERY_MS;
    }, EVERY_MS);
    return { stop: () => clearInterval(timer) };
  }

  note(lagMs: number): void {
    this.totalMs += lagMs;
    countInBucket(this.histogram, toBucket(lagMs));
  }
}
