import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { recordAudit } from "../audit/index.ts";
import { findStep, trustClock } from "./step.ts";

/** Confirms that the clock is right after a step. Returns the step in seconds. @throws Problem state_conflict without one */
export function acceptClock(tx: Tx, clock: Clock, actor: Actor): number {
  const stepMs = findStep(tx, clock);
  if (stepMs === null)
    throw new Problem("state_conflict", "There is nothing to accept: the clock did not step.");
  const seconds = Math.round(stepMs / SECOND_MS);
  trustClock(tx, clock);
  recordAudit(tx, actor, { action: "clock.accept", subject: "service", details: { step_seconds: seconds } });
  return seconds;
}
