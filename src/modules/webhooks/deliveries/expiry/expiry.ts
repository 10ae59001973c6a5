import type { Sql } from "../../../../db/sql.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import { pausedMs } from "../../../platform/state/index.ts";

/** A round that could be sent but is not delivered in this time expires (contract section 9). */
const ROUND_MS = 3 * DAY_MS;

/** The last error of an expired record. */
export const EXPIRED = "not delivered within three days";

export interface Round {
  round_started_at: number;
  /** Time held, minus overlap with global pauses. */
  round_held_ms: number;
}

/** Whether the round of a waiting record that is not held has lasted three days. */
export function isRoundOver(sql: Sql, { round_started_at, round_held_ms }: Round, nowMs: number): boolean {
  const lasted = nowMs - round_started_at - round_held_ms;
  return lasted > ROUND_MS && lasted - pausedMs(sql, round_started_at, nowMs) > ROUND_MS;
}
