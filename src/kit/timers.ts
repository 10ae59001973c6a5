/** Something that happens later, from one place, so that tests own the time. */
export interface Timers {
  /** Calls `work` once, `ms` from now; the function returned calls it off. */
  after(ms: number, work: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
