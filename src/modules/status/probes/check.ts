import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import {
  type CheckOutcome,
  defineCheck,
  levelAbove,
  type Thresholds,
  worstOf,
} from "../../platform/checks/index.ts";
import { listProbeStates, type ProbeState } from "./store.ts";

type Names = "failing_minutes_warn" | "failing_minutes_bad";

/** How our own endpoints answer to ourselves. */
export function checkSynthetic(
  states: readonly ProbeState[],
  now: number,
  thresholds: Thresholds<Names>,
): CheckOutcome {
  const failing = states.filter(({ failing_since }) => failing_since !== null);
  const minutes = failing.map(({ failing_since }) => Math.floor((now - (failing_since ?? now)) / MINUTE_MS));
  const observed = {
    probes: states.length,
    failing: failing.map(({ probe, last_error }) => ({ probe, error: last_error })),
    failing_minutes: Math.max(0, ...minutes),
  };
  if (states.length === 0) return { status: "ok", message: "No endpoint has been probed yet.", observed };
  const status = worstOf(
    minutes.map((each) => levelAbove(each, thresholds.failing_minutes_warn, thresholds.failing_minutes_bad)),
  );
  if (failing.length === 0)
    return { status, message: `All ${states.length} probes of our own endpoints succeed.`, observed };
  const names = failing.map(({ probe }) => probe).join(", ");
  return { status, message: `Probes of our own endpoints fail: ${names}.`, observed };
}

export const syntheticCheck = defineCheck({
  name: "synthetic",
  slot: 11,
  title: "Own probes",
  evidence: null,
  thresholds: {
    failing_minutes_warn: { value: 2, meaning: "Minutes since the first of the failed calls in a row" },
    failing_minutes_bad: { value: 10, meaning: "Minutes since the first of the failed calls in a row" },
  },
  runbook: {
    means:
      "The server calls its own public endpoints each minute; one answers with another status than it should, too late, or not at all.",
    steps: [
      "`salute jobs list` shows what the job probes met last; call that path yourself.",
      "Look at the alarms of `database` and `jobs`, which are the usual causes.",
      "Late answers alone: the machine is overloaded.",
    ],
  },
  look: ({ live }: { live: Database }, thresholds, now) =>
    checkSynthetic(listProbeStates(live.read), now, thresholds),
});
