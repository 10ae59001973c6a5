/** Milliseconds that only ever go forward, and waiting; tests bring their own. */
export interface Timing {
  now(): number;
  pause(ms: number): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  pause: (ms) => Bun.sleep(ms),
};
