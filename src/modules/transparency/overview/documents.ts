import { AUDITS_PATH } from "../public-audits/index.ts";
import type { Document } from "./overview-page.tsx";

/** Every document of the group, a pair of formats per row. */
export const DOCUMENTS: readonly Document[] = [
  audit("Runs", "runs.json"),
  audit("Summary of a run", "summary.json"),
  audit("Rows of a run", "export.json", "export"),
  audit("Trend", "trend.json"),
  audit("Judgement against the baseline", "alerts.json", "alerts.csv"),
  audit("Two runs compared", "diff/compare.json", "diff/compare.csv"),
  audit("A run against its baseline", "diff/export.json", "diff/export"),
  audit("What the team says", "triage.json"),
  audit("Glossary", "glossary.json"),
  audit("History of thresholds", "threshold-history.json"),
  audit("Schema registry", "schema-registry.json"),
  { title: "Trust", json: "/transparency/trust-dashboard.json", csv: null },
  {
    title: "Concentration",
    json: "/transparency/wallet-concentration.json",
    csv: "/transparency/wallet-concentration.csv",
  },
];

function audit(title: string, json: string, csv: string | null = null): Document {
  return { title, json: `${AUDITS_PATH}/${json}`, csv: csv === null ? null : `${AUDITS_PATH}/${csv}` };
}
