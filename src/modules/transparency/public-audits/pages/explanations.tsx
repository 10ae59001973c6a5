/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, EmptyState, Table, Time } from "../../../../pages/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import type { LoggedEntry } from "../../signed-log/index.ts";
import type { GlossaryEntry } from "../documents/glossary.ts";
import type { TriageRow } from "../documents/triage.ts";
import { AUDITS_PATH } from "../paths.ts";
import { Transaction } from "./anomaly-table.tsx";

/** Every type: what it means, how bad it is, and from which thresholds on. */
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
  /** Whether the page leaves out anomalies of the run, and what is said about them. */
  isPartial?: boolean;
}

/** What the team says of anomalies. */
export function TriageTable({ rows, now, isPartial = false }: TriageTableProps): JSX.Element {
  if (rows.length === 0)
    return (
      <EmptyState title={isPartial ? "Nothing said about the anomalies shown" : "Nothing said yet"}>
        <p>Here the team says which anomalies it looks into, and which it can explain.</p>
      </EmptyState>
    );
  return (
    <Table
      caption="What the team says"
      columns={[
        {
          head: "About",
          cell: ({ signature, row_id }) =>
            signature === null ? `row ${row_id}` : <Transaction signature={signature} />,
        },
        { head: "Types", cell: ({ anomaly_types }) => anomaly_types.join(", ") },
        { head: "Status", cell: ({ status }) => status.replaceAll("_", " ") },
        { head: "Owner", cell: ({ owner }) => owner ?? "nobody yet" },
        {
          head: "Answer expected",
          cell: ({ eta_utc }) =>
            eta_utc === null ? "not said" : <Time at={Date.parse(eta_utc)} now={now} />,
        },
        { head: "Said", cell: ({ updated_at }) => <Time at={Date.parse(updated_at)} now={now} /> },
      ]}
      rows={rows}
      keyOf={({ signature, row_id }) => row_id ?? signature ?? ""}
    />
  );
}

interface VerifyProps {
  run: AuditRun;
  logged: LoggedEntry | null;
  baseUrl: string;
}

/** How anybody makes sure that a run's rows were not edited afterwards. */
export function Verify({ run, logged, baseUrl }: VerifyProps): JSX.Element {
  const path = `${AUDITS_PATH}/export.json?run=${run.run}`;
  return (
    <>
      <ol>
        <li>
          Download <a href={path}>all rows of the run</a> and hash them: each row without <code>run</code>,
          written as RFC 8785, followed by a line feed. The result must be <code>{run.rowsSha256}</code>.
        </li>
        {logged === null ? (
          <li>The signed log holds this hash as soon as the run is published there.</li>
        ) : (
          <li>
            Read <a href={logged.object}>the logged bytes</a>: they name the same hash. Give{" "}
            <a href={logged.url}>the offline proof</a>, the entry below and those bytes to{" "}
            <a href="/proofs/verify">the verifier</a>, which checks that the log was signed with them in it.
          </li>
        )}
        <li>
          The log only grows. Keep its <a href="/log/checkpoint">checkpoint</a>, and you can prove later that
          nothing in it was changed or taken out.
        </li>
      </ol>
      <CodeBlock
        label="Recompute the hash with jq"
        code={`curl -s '${baseUrl}${path}' | jq -cS '.rows[] | del(.run)' | sha256sum`}
      />
      {logged !== null && <CodeBlock label={`Entry ${logged.index} of the log`} code={logged.entry} />}
    </>
  );
}
