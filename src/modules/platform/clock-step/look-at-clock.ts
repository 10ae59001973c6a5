import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { describeStep } from "./check.ts";
import { lookAhead, setReference } from "./step.ts";

interface WatchParts {
  live: Database;
  clock: Clock;
  log: Logger;
}

/** Records a step of the clock, or its end. */
export async function lookAtClock({ live, clock, log }: WatchParts): Promise<void> {
  const judged = lookAhead(live.read, clock, live.found.marks?.at ?? null);
  if (judged === null) return;
  await live.writer.run((tx) => setReference(tx, judged));
  const { change, next } = judged;
  if (change === "held")
    log.error("the clock stepped: what time ends is held until salute clock accept", {
      step: describeStep(next.held?.step_ms ?? 0),
    });
  if (change === "released") log.warn("the clock agrees again: what time ends goes on", {});
}
