import type { Database } from "../../../db/database.ts";
import { type CheckOutcome, defineCheck, noData } from "../../platform/checks/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { evaluateAlerts } from "../public-audits/index.ts";
import type { SignedLog } from "../signed-log/index.ts";

interface AuditCheckParts {
  live: Database;
  signedLog: SignedLog;
  token: TrackedToken | null;
  startedAt: number;
}

const WORDS = {
  ok: "is no worse than its baseline",
  warn: "has more anomalies than its baseline",
  bad: "has bad anomalies; its baseline had none",
} as const;
/** The same of the first run, which has nothing to be compared with. */
const FIRST_WORDS = { ok: "has no anomalies", warn: "has anomalies", bad: "has bad anomalies" } as const;

/** Alert level of the latest audit run. Operators are notified when it changes. */
export const auditAnomaliesCheck = defineCheck({
  name: "audit_anomalies",
  slot: 10,
  title: "Audit anomalies",
  evidence: "/transparency/audit-anomalies/alerts.json",
  isAdvisory: true,
  thresholds: {},
  runbook: {
    means: "The latest audit of the token's movements is worse than its baseline.",
    steps: [
      "Review the new anomalies on `/transparency/audit-anomalies`, starting with the bad ones.",
      "Record the status of each on `/admin/transparency`, or with `salute audits triage`.",
      "If the new level is normal, pin the run as the baseline: `salute audits pin RUN`.",
    ],
  },
  look: ({ live, signedLog: log, token, startedAt }: AuditCheckParts): CheckOutcome => {
    const source = { live, log, token, startedAt };
    const { selected, baseline, evaluation } = evaluateAlerts(source, { run: "latest" });
    const observed = {
      run: selected?.run ?? null,
      baseline: baseline?.run ?? null,
      overall: selected?.overall ?? null,
      rows_total: selected?.rowsTotal ?? null,
      signatures_with_anomalies: selected?.signaturesWithAnomalies ?? null,
    };
    if (selected === null || evaluation === null) return noData("No audit run is complete yet.", observed);
    const status = evaluation.alert_level;
    const words = baseline === null ? FIRST_WORDS : WORDS;
    return { status, message: `The audit of ${selected.label} ${words[status]}.`, observed };
  },
});
