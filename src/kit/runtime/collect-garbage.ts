/**
 * Collects garbage after a long run of work; otherwise the process grows by half first, and keeps that: by some 200 MB
 * during six exports to slow readers. Blocks for some 20 ms. Each caller's own constant says after how much work.
 */
export function collectGarbage(): void {
  Bun.gc(true);
}
