import type { AuditRun } from "../../audits/runs/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { Evaluation } from "./alerts.ts";

/** A recommended check for readers of an alert. */
export interface Recommendation {
  rule: string;
  text: string;
  /** A path of this host. */
  url: string;
}

/** One recommendation per reason for the alert; empty if there is none. */
export function recommend(
  selected: AuditRun | null,
  baseline: AuditRun | null,
  evaluation: Evaluation | null,
): Recommendation[] {
  if (selected === null || evaluation === null) return [];
  const { run } = selected;
  const found: Recommendation[] = [];
  if (!selected.isComplete)
    found.push({
      rule: "run_incomplete",
      text: "Parts of the window were not synced when this run started. Wait for the repeated run.",
      url: `${AUDITS_PATH}/runs/${run}`,
    });
  if (evaluation.became !== null)
    found.push({
      rule: `overall_${evaluation.became}`,
      text: `Review the rows of severity ${evaluation.became} first: they determine the run's outcome.`,
      url: `${AUDITS_PATH}/export.json?run=${run}&severity=${evaluation.became}`,
    });
  for (const { metric, exceeded, delta } of evaluation.comparisons) {
    if (!exceeded || baseline === null) continue;
    found.push({
      rule: `${metric}_increase`,
      text: `${delta} more ${NOUNS[metric]} than in ${baseline.run}: check which types increased.`,
      url: `${AUDITS_PATH}/diff/compare.json?run_a=${baseline.run}&run_b=${run}`,
    });
  }
  return found;
}

const NOUNS = { sigs: "transactions with anomalies", rows: "rows" } as const;
