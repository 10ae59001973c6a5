/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../../../kit/clock.ts";
import { KeyValue, Time } from "../../../../pages/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { shownAmount } from "../../proofs/index.ts";
import type { LoggedEntry } from "../../signed-log/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import { Overall } from "./anomaly-table.tsx";

interface RunFactsProps {
  run: AuditRun;
  /** Null until the run's entry in the signed log is published. */
  logged: LoggedEntry | null;
  now: number;
}

/** Facts about one run: window, outcome, coverage and log entry. */
export function RunFacts({ run, logged, now }: RunFactsProps): JSX.Element {
  const { info, warn, bad } = run.severityCounts;
  return (
    <KeyValue
      rows={[
        [
          "Run",
          <a href={`${AUDITS_PATH}/runs/${run.run}`}>
            <code>{run.run}</code>
          </a>,
        ],
        ["Window", windowWords(run)],
        ["Ended", <Time at={run.finishedAt} now={now} />],
        ["Outcome", <Overall overall={run.overall} />],
        [
          "Found",
          `${shownAmount(String(run.rowsTotal))} anomalies in ${shownAmount(String(run.signaturesWithAnomalies))} transactions: ${bad} bad, ${warn} warn, ${info} info`,
        ],
        ["Coverage", coverageWords(run)],
        ["Policy", <code>{run.policyVersion}</code>],
        ["SHA-256 of rows", <code>{run.rowsSha256}</code>],
        ["Signed log", <LogPlace run={run} logged={logged} />],
      ]}
    />
  );
}

/** The window as text, in UTC. */
export function windowWords({ fromAt, toAt, isDaily, label }: AuditRun): string {
  if (isDaily) return `${label}, full UTC day`;
  return `${minute(fromAt)} to ${minute(toAt)} UTC`;
}

function minute(at: number): string {
  return isoUtc(at).slice(0, 16).replace("T", " ");
}

/** The coverage as one sentence. */
function coverageWords({ coverage, isComplete }: AuditRun): string {
  const { watched_accounts, unexplained_accounts, unexplained_abs, holder_days_missing } = coverage;
  const parts = [`${watched_accounts} watched accounts`];
  parts.push(
    unexplained_accounts === 0
      ? "holder scans match the movements"
      : `holder scans differ from the movements for ${unexplained_accounts} of them, by ${shownAmount(unexplained_abs)} tokens in total`,
  );
  if (holder_days_missing > 0)
    parts.push(
      `${holder_days_missing === 1 ? "1 day" : `${holder_days_missing} days`} without a complete holder scan`,
    );
  if (!isComplete) parts.push("parts of the window are not synced yet, so the run will be repeated");
  return `${parts.join("; ")}.`;
}

function LogPlace({ run, logged }: Pick<RunFactsProps, "run" | "logged">): JSX.Element {
  if (!run.isComplete) return <>only complete runs are logged</>;
  if (logged === null) return <>not published yet</>;
  return (
    <>
      entry {logged.index}: <a href={logged.url}>offline proof</a>, <a href={logged.object}>logged object</a>
    </>
  );
}
