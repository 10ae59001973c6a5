import type { Database } from "../../../db/database.ts";
import { type CheckOutcome, defineCheck } from "../../platform/checks/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { judge } from "../public-audits/index.ts";
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
  bad: "has bad anomalies, and its baseline had none",
} as const;

/** The alert of the latest audit run; operators hear of its changes. */
export const auditAnomaliesCheck = defineCheck({
  name: "audit_anomalies",
  slot: 10,
  title: "Audit anomalies",
  evidence: "/transparency/audit-anomalies/alerts.json",
  isAdvisory: true,
  thresholds: {},
  runbook: {
    means: "The latest audit of the token's movements is worse than the run that it is compared with.",
    steps: [
      "Read the new anomalies on `/transparency/audit-anomalies`, the bad ones first.",
      "Say what is known of each on `/admin/transparency`, or by `salute audits triage`.",
      "Where the findings are the new normal, pin the run: `salute audits pin RUN`.",
    ],
  },
  look: ({ live, signedLog: log, token, startedAt }: AuditCheckParts): CheckOutcome => {
    const { selected, baseline, evaluation } = judge({ live, log, token, startedAt }, { run: "latest" });
    const observed = {
      run: selected?.run ?? null,
      baseline: baseline?.run ?? null,
      overall: selected?.overall ?? null,
      rows_total: selected?.rowsTotal ?? null,
      signatures_with_anomalies: selected?.signaturesWithAnomalies ?? null,
    };
    if (selected === null || evaluation === null)
      return { status: "ok", message: "No audit run is complete yet.", observed };
    const status = evaluation.alert_level;
    return { status, message: `The audit of ${selected.label} ${WORDS[status]}.`, observed };
  },
});
