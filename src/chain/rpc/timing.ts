/** A monotonic clock in milliseconds, and waiting; tests replace it. */
export interface Timing {
  now(): number;
  pause(ms: number): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  pause: (ms) => Bun.sleep(ms),
};
