/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  formToken,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  StatusMark,
  TimeField,
  timeColumn,
} from "../../../../pages/index.ts";
import type { AuditRun } from "../runs/index.ts";
import { AuditSections, PATH, RUNS_PATH } from "./audit-sections.tsx";

interface RunsProps {
  reader: Reader;
  runs: readonly AuditRun[];
  baseline: AuditRun | null;
  query: ListQuery;
  /** The parameter of the next page; null on the last one. */
  next: readonly ["before", string] | null;
  now: number;
}

/** Finished runs, newest first, and the forms that start one and pin the baseline. */
export function RunsContent({ reader, runs, baseline, query, next, now }: RunsProps): JSX.Element {
  const token = formToken(reader);
  return (
    <>
      <AuditSections current={RUNS_PATH} />
      <p>Pinned baseline: {baseline === null ? "none" : baseline.run}.</p>
      <DataTable
        caption="Runs, newest first"
        list={new ListAddress(RUNS_PATH, query)}
        columns={columnsAt(now)}
        rows={runs}
        keyOf={({ run }) => run}
        next={next}
      >
        <EmptyState title="No runs yet.">
          Once the chain has been read, the job <code>audit_run</code> creates one run per day. To start one
          now, run <code>salute audits run</code>.
        </EmptyState>
      </DataTable>
      {token !== null && (
        <>
          <h2 id="run">Audit now</h2>
          <Action to={RUNS_PATH} csrfToken={token} label="Run audit" main>
            <TimeField name="from" label="From" note="Leave both empty to audit the previous UTC day." />
            <TimeField name="to" label="To" note="The window ends before it." />
          </Action>
          <h2 id="baseline">Baseline</h2>
          <Action to={`${PATH}/baseline`} csrfToken={token} label="Pin baseline">
            <Field name="run" label="Run" required note="Id of a complete run." />
          </Action>
          {baseline !== null && <Action to={`${PATH}/baseline`} csrfToken={token} label="Unpin baseline" />}
        </>
      )}
    </>
  );
}

function columnsAt(now: number): DataColumn<AuditRun>[] {
  return [
    { id: "run", head: "Run", value: ({ run }) => run },
    { id: "window", head: "Window", value: ({ label }) => label },
    {
      id: "overall",
      head: "Overall",
      isMain: true,
      value: ({ overall }) => (overall === "other" ? "incomplete" : overall),
      cell: ({ overall }) => <OverallMark overall={overall} />,
    },
    numberColumn({ id: "anomalies", head: "Anomalies", value: ({ rowsTotal }) => rowsTotal }),
    numberColumn({ id: "bad", head: "Bad", value: ({ severityCounts }) => severityCounts.bad }),
    numberColumn({
      id: "unexplained",
      head: "Unexplained",
      value: ({ coverage }) => coverage.unexplained_accounts,
    }),
    timeColumn({ id: "finished", head: "Finished", at: ({ finishedAt }) => finishedAt, now }),
  ];
}

function OverallMark({ overall }: { overall: AuditRun["overall"] }): JSX.Element {
  return overall === "other" ? (
    <StatusMark status="unknown" word="incomplete" />
  ) : (
    <StatusMark status={overall} word={overall} />
  );
}
