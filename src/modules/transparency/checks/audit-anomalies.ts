import type { Database } from "../../../db/database.ts";
import { type CheckOutcome, defineCheck, noData, pickWorst } from "../../platform/checks/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { evaluateAlerts } from "../public-audits/index.ts";
import type { SignedLog } from "../signed-log/index.ts";

interface AuditCheckParts {
  live: Database;
  signedLog: SignedLog;
  token: TrackedToken | null;
  startedAt: number;
}

const FOUND = {
  ok: "found nothing suspicious",
  warn: "found suspicious movements",
  bad: "found bad anomalies",
  other: "is incomplete",
} as const;

/** The worse of the latest run's findings and its alert level: a baseline compares, it does not absolve. */
export const auditAnomaliesCheck = defineCheck({
  name: "audit_anomalies",
  slot: 10,
  title: "Audit anomalies",
  about: "Anomalies found by audits.",
  evidence: "/transparency/audit-anomalies/alerts.json",
  isAdvisory: true,
  thresholds: {},
  runbook: {
    means: "The latest audit of the token's movements found anomalies, or is worse than its baseline.",
    steps: [
      "Review the new anomalies on `/transparency/audit-anomalies`, starting with the bad ones.",
      "Record the status of each on `/admin/transparency`, or with `salute audits triage`.",
      "`salute audits pin RUN` changes the run that others are compared with. It does not make anomalies ok; thresholds do, if they are too strict.",
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
    const found = selected.overall === "other" ? "ok" : selected.overall;
    const status = pickWorst([evaluation.alert_level, found]);
    const compared =
      baseline === null
        ? ""
        : evaluation.alert_level === "ok"
          ? ", no worse than its baseline"
          : ", worse than its baseline";
    return {
      status,
      message: `The audit of ${selected.label} ${FOUND[selected.overall]}${compared}.`,
      observed,
    };
  },
});
