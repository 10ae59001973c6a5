/**
 * Collects garbage after a long run of work; otherwise the process grows by half first, and keeps that. Blocks for some
 * 20 ms.
 */
export function collectGarbage(): void {
  Bun.gc(true);
}
