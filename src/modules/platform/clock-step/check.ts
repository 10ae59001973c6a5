import type { Database } from "../../../db/database.ts";
import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { defineCheck } from "../checks/index.ts";
import { findStep } from "./step.ts";

/** Such as "3600 s forward". */
export function describeStep(stepMs: number): string {
  return `${Math.round(Math.abs(stepMs) / SECOND_MS)} s ${stepMs > 0 ? "forward" : "back"}`;
}

export const clockCheck = defineCheck({
  name: "clock",
  slot: 14,
  title: "Clock",
  about: "The system clock, compared with the time since the machine started.",
  evidence: null,
  thresholds: {},
  runbook: {
    means:
      "Warn: the machine's clock was set by 300 s or more. Claims, deliveries and old rows are not ended by it until an operator confirms the new time.",
    steps: [
      "`date -u` on the machine, and its time service (`timedatectl`, `chronyc tracking`): is the time right now?",
      "Wrong: correct it. The check is in order again within seconds.",
      "Right, because it was wrong before: `salute clock accept`.",
    ],
  },
  look: ({ live, clock }: { live: Database; clock: Clock }) => {
    const stepMs = findStep(live.read, clock);
    const observed = { step_seconds: stepMs === null ? null : Math.round(stepMs / SECOND_MS) };
    if (stepMs === null)
      return { status: "ok", message: "The clock agrees with the time that passed.", observed };
    return {
      status: "warn",
      message: `The clock was set ${describeStep(stepMs)}: expiry, dead letters and retention are held until an operator confirms the time.`,
      observed,
    };
  },
});
