/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, EmptyState, Table, Time } from "../../../../pages/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import type { LoggedEntry } from "../../signed-log/index.ts";
import type { GlossaryEntry } from "../documents/glossary.ts";
import type { TriageRow } from "../documents/triage.ts";
import { AUDITS_PATH } from "../paths.ts";
import { Transaction } from "./anomaly-table.tsx";

/** Definition list of anomaly types with severities and thresholds. */
export function Glossary({ entries }: { entries: readonly GlossaryEntry[] }): JSX.Element {
  return (
    <dl class="glossary">
      {entries.map(({ type, description, severity, thresholds }) => (
        <div key={type}>
          <dt id={type}>
            <code>{type}</code> <small>{severity}</small>
          </dt>
          <dd>
            {description}
            {thresholds.length > 0 && (
              <ul>
                {thresholds.map(({ name, value, meaning }) => (
                  <li key={name}>
                    <code>{name}</code> = <strong class="numeric">{value}</strong>. {meaning}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TriageTableProps {
  rows: readonly TriageRow[];
  now: number;
  /** Whether the page shows only some anomalies of the run, and only their triage. */
  isPartial?: boolean;
}

/** Table of the team's triage entries. */
export function TriageTable({ rows, now, isPartial = false }: TriageTableProps): JSX.Element {
  if (rows.length === 0)
    return (
      <EmptyState title={isPartial ? "No triage of the anomalies shown" : "No triage yet"}>
        <p>The team's status and explanation of anomalies will appear here.</p>
      </EmptyState>
    );
  return (
    <Table
      caption="Triage by the team"
      columns={[
        {
          head: "Anomaly",
          cell: ({ signature, row_id }) =>
            signature === null ? `row ${row_id}` : <Transaction signature={signature} />,
        },
        { head: "Types", cell: ({ anomaly_types }) => anomaly_types.join(", ") },
        { head: "Status", cell: ({ status }) => status.replaceAll("_", " ") },
        { head: "Owner", cell: ({ owner }) => owner ?? "unassigned" },
        {
          head: "Explanation due",
          cell: ({ eta_utc }) => (eta_utc === null ? "not set" : <Time at={Date.parse(eta_utc)} now={now} />),
        },
        { head: "Updated", cell: ({ updated_at }) => <Time at={Date.parse(updated_at)} now={now} /> },
      ]}
      rows={rows}
      keyOf={({ signature, row_id, status, updated_at }) => `${row_id ?? signature} ${updated_at} ${status}`}
    />
  );
}

interface VerifyProps {
  run: AuditRun;
  logged: LoggedEntry | null;
  baseUrl: string;
}

/** Instructions to verify that a run's rows were not edited after publication. */
export function Verify({ run, logged, baseUrl }: VerifyProps): JSX.Element {
  const path = `${AUDITS_PATH}/export.json?run=${run.run}`;
  return (
    <>
      <ol>
        <li>
          Download <a href={path}>all rows of the run</a> and hash them: serialize each row without{" "}
          <code>run</code> as RFC 8785, followed by a line feed. The SHA-256 must be{" "}
          <code>{run.rowsSha256}</code>.
        </li>
        {logged === null ? (
          <li>The hash is in the signed log as soon as the run is published there.</li>
        ) : (
          <li>
            Open <a href={logged.object}>the logged object</a>: it contains the same hash. Paste{" "}
            <a href={logged.url}>the offline proof</a> and the entry below into{" "}
            <a href="/proofs/verify">the verifier</a> and add the object. The verifier checks that the signed
            log contains them.
          </li>
        )}
        {logged !== null && (
          <li>
            The log is append-only. Keep its <a href={logged.checkpoint}>checkpoint</a>: with it you can prove
            later that no entry was changed or removed.
          </li>
        )}
      </ol>
      <CodeBlock
        label="Recompute the hash with jq"
        code={`curl -s '${baseUrl}${path}' | jq -cS '.rows[] | del(.run)' | sha256sum`}
      />
      {logged !== null && <CodeBlock label={`Entry ${logged.index} of the log`} code={logged.entry} />}
    </>
  );
}
