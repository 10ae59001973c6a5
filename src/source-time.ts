import { systemClock } from "./kit/clock.ts";

/** When the source was last committed, so that the same source builds the same bytes; without git, now. Unix ms. */
export function sourceTime(root: string): number {
  const { stdout, success } = Bun.spawnSync(["git", "log", "-1", "--format=%ct"], { cwd: root });
  const seconds = Number(stdout.toString().trim());
  return success && seconds > 0 ? seconds * 1_000 : systemClock.now();
}
