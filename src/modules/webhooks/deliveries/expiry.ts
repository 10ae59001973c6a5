import type { Sql } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { pausedMs } from "../../platform/state/index.ts";

/** What is not done in this much time that it could have been sent in is expired (contract section 9). */
const ROUND_MS = 3 * DAY_MS;

/** What a record says that died so. */
export const EXPIRED = "not delivered within three days";

export interface Round {
  round_started_at: number;
  /** Of the times that it was held, what no pause covers. */
  round_held_ms: number;
}

/** Whether the round of a record that waits, and is not held, has lasted its three days. */
export function isRoundOver(sql: Sql, { round_started_at, round_held_ms }: Round, nowMs: number): boolean {
  const lasted = nowMs - round_started_at - round_held_ms;
  return lasted > ROUND_MS && lasted - pausedMs(sql, round_started_at, nowMs) > ROUND_MS;
}
