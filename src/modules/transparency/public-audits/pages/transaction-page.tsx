/** @jsxImportSource preact */

import type { JSX } from "preact";
import { ExplorerLink, KeyValue, Layout, type Site, Time } from "../../../../pages/index.ts";
import { shortAddress } from "../../proofs/index.ts";
import type { TriageRow } from "../documents/triage.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { RunRow } from "../rows/store.ts";
import { AnomalyTable } from "./anomaly-table.tsx";
import { TriageTable } from "./explanations.tsx";
import { Sources } from "./sources.tsx";

interface TransactionPageProps {
  site: Site;
  signature: string;
  /** Newest run first; at least one. */
  rows: readonly RunRow[];
  /** With earlier entries, newest first. */
  triage: readonly TriageRow[];
  now: number;
}

/** Page of one transaction: its anomalies in all runs, and its triage. */
export function TransactionPage({ site, signature, rows, triage, now }: TransactionPageProps): JSX.Element {
  const [newest] = rows;
  const runs = [...new Map(rows.map(({ run, label }) => [run, label]))];
  return (
    <Layout
      site={site}
      path={`${AUDITS_PATH}/tx/${signature}`}
      title={`Transaction ${shortAddress(signature)}`}
      description={`Anomalies found by the audits in transaction ${signature}.`}
    >
      <p>
        <a href={AUDITS_PATH}>Audit anomalies</a>
      </p>
      <h1>
        Transaction <code>{shortAddress(signature)}</code>
      </h1>
      <KeyValue
        rows={[
          [
            "Signature",
            <ExplorerLink kind="tx" id={signature}>
              <code>{signature}</code>
            </ExplorerLink>,
          ],
          ["Slot", newest === undefined ? "unknown" : String(newest.slot)],
          [
            "Time",
            newest?.block_time == null ? "not given by the chain" : <Time at={newest.block_time} now={now} />,
          ],
          [
            "Found by",
            <ul class="plain">
              {runs.map(([run, label]) => (
                <li key={run}>
                  <a href={`${AUDITS_PATH}/runs/${run}`}>{label}</a> <small>{run}</small>
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
      <h2 id="anomalies">Anomalies</h2>
      <AnomalyTable caption="Anomalies in this transaction" rows={distinct(rows)} now={now} />
      <Sources
        paths={[
          [`export.json?run=${newest?.run ?? "latest"}&signature=${signature}`, "These rows as JSON"],
          [`trend.json?signature=${signature}`, "Trend as JSON"],
        ]}
      />
      <h2 id="triage">Triage by the team</h2>
      <TriageTable rows={triage} now={now} />
    </Layout>
  );
}

/** Removes duplicates: several runs may have found the same anomaly. */
function distinct(rows: readonly RunRow[]): RunRow[] {
  const byId = new Map<string, RunRow>();
  for (const row of rows) if (!byId.has(row.row_id)) byId.set(row.row_id, row);
  return [...byId.values()];
}
