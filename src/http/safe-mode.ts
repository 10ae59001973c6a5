import { Problem } from "./answers/problem.ts";

/** @param reason why changes are refused now; null in normal operation. @throws Problem safe_mode */
export function refuseInSafeMode(reason: string | null): void {
  if (reason === null) return;
  throw new Problem("safe_mode", `Wait: the service takes no changes now (${reason}).`, {
    headers: { "retry-after": "60" },
  });
}
