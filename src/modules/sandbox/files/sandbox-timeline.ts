import type { Sql, Tx } from "../../../db/sql.ts";
import type { Timeline } from "../../../db/timeline.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { SeededRandom } from "../../../kit/random.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import { FIXTURE_PROFILE, SANDBOX_START_MS } from "./profile.ts";

const CLOCK_SETTING = "practice_clock";
const HELD_SETTING = "practice_held_until";
/** Past it a reset that was killed holds nobody up. */
const HOLD_MS = 2_000;

/**
 * The sandbox clock, kept in the file itself: it starts at a fixed instant and moves one second with each mutation
 * that is committed. The random bytes of a change follow from the fixture profile and that time alone, so the same
 * mutations on a fresh seed make the same rows, byte for byte, whatever others do (contract section 10).
 */
export class SandboxTimeline implements Timeline {
  #random = new SeededRandom("");

  now(sql: Sql): number {
    return Number(readSetting(sql, CLOCK_SETTING) ?? SANDBOX_START_MS);
  }

  /** A hold that ends later than any could is one that a clock set back left behind. */
  isHeld(sql: Sql, clockNow: number): boolean {
    const left = Number(readSetting(sql, HELD_SETTING) ?? 0) - clockNow;
    return left > 0 && left <= HOLD_MS;
  }

  enter(tx: Tx): void {
    tx.now = this.now(tx);
    this.#random = new SeededRandom(`${FIXTURE_PROFILE} ${tx.now}`);
    tx.random = this.#random;
  }

  /** What took ids moves the clock too: the next change would else get the same ones. */
  leave(tx: Tx): void {
    if (tx.isMutation || this.#random.isUsed) writeSetting(tx, CLOCK_SETTING, String(tx.now + SECOND_MS));
  }
}

/**
 * From the commit of this change on, nobody else changes the file, until its content is exchanged or the time returned,
 * by the clock: what was read of it meanwhile is the last that it held.
 */
export function holdFile(tx: Tx): number {
  const until = tx.clockNow + HOLD_MS;
  writeSetting(tx, HELD_SETTING, String(until));
  return until;
}
