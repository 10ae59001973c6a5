import type { AuditRun } from "../../audits/runs/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { Evaluation } from "./alerts.ts";

/** What a reader of an alert should look at. */
export interface Recommendation {
  rule: string;
  text: string;
  /** A path of this host. */
  url: string;
}

/** One recommendation per reason for the alert; none where there is nothing to look at. */
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
      text: "Parts of the window were not known to this run; wait for its repetition before you judge it.",
      url: `${AUDITS_PATH}/runs/${run}`,
    });
  if (evaluation.became !== null)
    found.push({
      rule: `overall_${evaluation.became}`,
      text: `Read the rows of severity ${evaluation.became} first: they decide how the run ended.`,
      url: `${AUDITS_PATH}/export.json?run=${run}&severity=${evaluation.became}`,
    });
  for (const { metric, exceeded, delta } of evaluation.comparisons) {
    if (!exceeded || baseline === null) continue;
    found.push({
      rule: `${metric}_increase`,
      text: `${delta} more ${NOUNS[metric]} than in ${baseline.run}: see which types grew.`,
      url: `${AUDITS_PATH}/diff/compare.json?run_a=${baseline.run}&run_b=${run}`,
    });
  }
  return found;
}

const NOUNS = { sigs: "transactions with anomalies", rows: "rows" } as const;
