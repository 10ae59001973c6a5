import type { Database } from "../../../db/database.ts";
import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { startPolling } from "../../../kit/poll.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Running } from "../../module.ts";
import { describeStep } from "./check.ts";
import { lookAhead, storeJudged } from "./step.ts";

interface WatchParts {
  live: Database;
  clock: Clock;
  log: Logger;
}

const LOOK_MS = 5 * SECOND_MS;

/** Looks whether the clock was set, for as long as the server runs. */
export function watchClock(parts: WatchParts): Running[] {
  return [
    startPolling({ everyMs: LOOK_MS, what: "the clock", log: parts.log, work: () => lookAtClock(parts) }),
  ];
}

/** Records a step of the clock, or its end. */
export async function lookAtClock({ live, clock, log }: WatchParts): Promise<void> {
  const judged = lookAhead(live.read, clock, live.found.marks?.at ?? null);
  if (judged === null) return;
  await live.writer.run((tx) => storeJudged(tx, judged));
  const { change, next } = judged;
  if (change === "held")
    log.error("the clock stepped: what time ends is held until salute clock accept", {
      step: describeStep(next.held?.step_ms ?? 0),
    });
  if (change === "released") log.warn("the clock agrees again: what time ends goes on", {});
}
