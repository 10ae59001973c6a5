import { AUDITS_PATH } from "../public-audits/index.ts";
import type { Document } from "./overview-page.tsx";

export const HOLDERS_PATH = "/api/public/holders.json";
export const SOLVENCY_PATH = "/api/public/solvency.json";

/** All documents of the group, with their JSON and CSV paths. */
export const DOCUMENTS: readonly Document[] = [
  audit("Runs", "runs.json"),
  audit("Summary of a run", "summary.json"),
  audit("Rows of a run", "export.json", "export"),
  audit("Trend", "trend.json"),
  audit("Alerts against the baseline", "alerts.json", "alerts.csv"),
  audit("Comparison of two runs", "diff/compare.json", "diff/compare.csv"),
  audit("Comparison with the baseline", "diff/export.json", "diff/export"),
  audit("Triage", "triage.json"),
  audit("Glossary", "glossary.json"),
  audit("Threshold history", "threshold-history.json"),
  audit("Schema registry", "schema-registry.json"),
  { title: "Largest owners", json: HOLDERS_PATH, csv: null },
  { title: "Solvency", json: SOLVENCY_PATH, csv: "/api/public/solvency.csv" },
  { title: "Trust dashboard", json: "/transparency/trust-dashboard.json", csv: null },
  {
    title: "Concentration",
    json: "/transparency/wallet-concentration.json",
    csv: "/transparency/wallet-concentration.csv",
  },
];

function audit(title: string, json: string, csv: string | null = null): Document {
  return { title, json: `${AUDITS_PATH}/${json}`, csv: csv === null ? null : `${AUDITS_PATH}/${csv}` };
}
