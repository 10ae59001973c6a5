import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import {
  type CheckOutcome,
  defineCheck,
  levelAbove,
  noData,
  pickWorst,
  type Thresholds,
} from "../../platform/checks/index.ts";
import { listProbeStates, type ProbeState } from "./store.ts";

type Names = "failing_minutes_warn" | "failing_minutes_bad";

/** Judges the results of the probes of our own endpoints. */
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
  if (states.length === 0) return noData("No endpoint has been probed yet.", observed);
  const status = pickWorst(
    minutes.map((each) => levelAbove(each, thresholds.failing_minutes_warn, thresholds.failing_minutes_bad)),
  );
  if (failing.length === 0)
    return {
      status,
      message: `All ${states.length} probes of the service's own endpoints succeed.`,
      observed,
    };
  const names = failing.map(({ probe }) => probe).join(", ");
  return { status, message: `Probes of the service's own endpoints fail: ${names}.`, observed };
}

export const syntheticCheck = defineCheck({
  name: "synthetic",
  slot: 11,
  title: "Own probes",
  about: "Probes of the service's own endpoints.",
  evidence: null,
  thresholds: {
    failing_minutes_warn: { value: 2, meaning: "Minutes since the first of consecutive failed calls" },
    failing_minutes_bad: { value: 10, meaning: "Minutes since the first of consecutive failed calls" },
  },
  runbook: {
    means:
      "The server calls its own public endpoints every minute; one of them answers with the wrong status, too late, or not at all.",
    steps: [
      "`salute jobs list` shows the last result of the job `probes`; call the failing path yourself.",
      "See the checks `database` and `jobs`, the usual causes.",
      "Late answers alone: the machine is overloaded.",
    ],
  },
  look: ({ live }: { live: Database }, thresholds, now) =>
    checkSynthetic(listProbeStates(live.read), now, thresholds),
});
