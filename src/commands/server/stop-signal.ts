const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

export type StopSignal = keyof typeof SIGNALS;

/** Under npx one Ctrl-C arrives twice, from the terminal and forwarded by npm; both count as one. */
const SAME_WISH_MS = 1_000;

/** Resolves with the first SIGTERM or SIGINT. A later one ends the process at once. */
export function stopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    for (const signal of Object.keys(SIGNALS) as StopSignal[]) {
      process.on(signal, () => {
        firstAt ??= performance.now();
        if (performance.now() - firstAt > SAME_WISH_MS) process.exit(128 + SIGNALS[signal]);
        resolve(signal);
      });
    }
  });
}
