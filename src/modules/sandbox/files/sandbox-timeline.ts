import type { Sql, Tx } from "../../../db/sql.ts";
import type { Timeline } from "../../../db/timeline.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { SeededRandom } from "../../../kit/random.ts";
import { expireClaims } from "../../ledger/claims/index.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import { FIXTURE_PROFILE, SANDBOX_START_MS } from "./profile.ts";

const CLOCK_SETTING = "practice_clock";
/** Claims that one change expires. */
const DUE_AT_ONCE = 50;
const HELD_SETTING = "practice_held_until";
/** The longest time for which a crashed reset blocks others. */
const HOLD_MS = 2_000;

/**
 * The sandbox clock, stored in the file itself: it starts at a fixed instant and advances one second with each
 * committed mutation. A change's random bytes depend only on the fixture profile and that time, so that the same
 * mutations on a fresh seed give the same rows, byte for byte, whatever others do (contract section 10).
 */
export class SandboxTimeline implements Timeline {
  #random = new SeededRandom("");

  now(sql: Sql): number {
    return Number(readSetting(sql, CLOCK_SETTING) ?? SANDBOX_START_MS);
  }

  /** A hold that ends later than possible was left behind by a clock that was set back. */
  isHeld(sql: Sql, clockNow: number): boolean {
    const left = Number(readSetting(sql, HELD_SETTING) ?? 0) - clockNow;
    return left > 0 && left <= HOLD_MS;
  }

  /** What became due is done first, with random bytes of its own, so that the change has the same with and without. */
  enter(tx: Tx): void {
    tx.now = this.now(tx);
    tx.random = new SeededRandom(`${FIXTURE_PROFILE} ${tx.now} due`);
    expireClaims(tx, DUE_AT_ONCE);
    this.#random = new SeededRandom(`${FIXTURE_PROFILE} ${tx.now}`);
    tx.random = this.#random;
  }

  /** A change that used random bytes also advances the clock; otherwise the next change would get the same ids. */
  leave(tx: Tx): void {
    if (tx.isMutation || this.#random.isUsed) writeSetting(tx, CLOCK_SETTING, String(tx.now + SECOND_MS));
  }
}

/** The end of sandbox time; later dates have other forms. */
const END_MS = Date.UTC(2100, 0, 1);

/**
 * Moves the sandbox clock, which shows the returned time after the commit, and expires the claims due by then. Returns
 * how many. @throws Problem state_conflict past the end of sandbox time
 */
export function advanceClock(tx: Tx, seconds: number): { now: number; expired: number } {
  const now = tx.now + seconds * SECOND_MS;
  if (now > END_MS)
    throw new Problem("state_conflict", `Advance less: sandbox time ends at ${isoUtc(END_MS)}.`);
  tx.now = now;
  let expired = 0;
  for (let count = DUE_AT_ONCE; count === DUE_AT_ONCE; expired += count)
    count = expireClaims(tx, DUE_AT_ONCE);
  // Every mutation adds a second at its end.
  tx.now = now - SECOND_MS;
  return { now, expired };
}

/**
 * From this commit on nobody else changes the file until its content is exchanged or the returned time (Unix
 * milliseconds) is reached; content read meanwhile is therefore its last.
 */
export function holdFile(tx: Tx): number {
  const until = tx.clockNow + HOLD_MS;
  writeSetting(tx, HELD_SETTING, String(until));
  return until;
}
