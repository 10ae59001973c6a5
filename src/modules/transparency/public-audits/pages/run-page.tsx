/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, Layout, type Site } from "../../../../pages/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import type { LoggedEntry } from "../../signed-log/index.ts";
import type { Difference } from "../documents/diff.ts";
import { AUDITS_PATH } from "../paths.ts";
import { AnomalyTable } from "./anomaly-table.tsx";
import { DifferenceTable } from "./comparisons.tsx";
import { Verify } from "./explanations.tsx";
import { RunFacts, windowWords } from "./run-facts.tsx";
import { Sources } from "./sources.tsx";
import { type RowPage, rowsAddress } from "./view.ts";

interface RunPageProps {
  site: Site;
  baseUrl: string;
  run: AuditRun;
  logged: LoggedEntry | null;
  difference: Difference;
  page: RowPage;
  now: number;
}

/** Permanent page of one run. */
export function RunPage({ site, baseUrl, run, logged, difference, page, now }: RunPageProps): JSX.Element {
  const path = `${AUDITS_PATH}/runs/${run.run}`;
  return (
    <Layout
      site={site}
      path={path}
      title={`Audit of ${run.label}`}
      description={`Anomalies in the token's movements: ${windowWords(run)}.`}
    >
      <p>
        <a href={AUDITS_PATH}>Audit anomalies</a>
      </p>
      <h1>Audit of {run.label}</h1>
      <RunFacts run={run} logged={logged} now={now} />
      <Anomalies path={path} run={run} page={page} now={now} />
      <h2 id="difference">Difference</h2>
      <DifferenceTable difference={difference} />
      <h2 id="verify">How to verify</h2>
      <Verify run={run} logged={logged} baseUrl={baseUrl} />
      <Policy run={run} />
    </Layout>
  );
}

interface AnomaliesProps extends Pick<RunPageProps, "run" | "page" | "now"> {
  /** Path of the run's page. */
  path: string;
}

/** One page of the run's rows. */
function Anomalies({ path, run, page, now }: AnomaliesProps): JSX.Element {
  return (
    <>
      <h2 id="anomalies">Anomalies</h2>
      {page.rows.length === 0 ? (
        <EmptyState title="No anomalies">
          <p>
            {run.isComplete
              ? "All detectors examined this window, and none fired."
              : "No detector fired on the synced part of this window."}
          </p>
        </EmptyState>
      ) : (
        <AnomalyTable caption={`Anomalies of ${run.label}, by slot`} rows={page.rows} now={now} />
      )}
      {page.next !== null && (
        <p>
          <a class="button" href={rowsAddress(path, {}, page.next)}>
            Next rows
          </a>
        </p>
      )}
      <p>
        <a href={`${AUDITS_PATH}?run=${run.run}#anomalies`}>Filter these rows</a>
      </p>
      <Sources
        paths={[
          [`export.json?run=${run.run}`, "All rows as JSON"],
          [`export?run=${run.run}`, "as CSV"],
          [`summary.json?run=${run.run}&include_top_anomalies=1`, "Summary as JSON"],
        ]}
      />
    </>
  );
}

/** The thresholds that the run used. */
function Policy({ run }: Pick<RunPageProps, "run">): JSX.Element {
  return (
    <>
      <h2 id="policy">Thresholds of this run</h2>
      <p>
        The thresholds used by this run, regardless of later changes. Policy version:{" "}
        <code>{run.policyVersion}</code>.
      </p>
      <ul class="policy">
        {Object.entries(run.policy).map(([name, value]) => (
          <li key={name}>
            <code>{name}</code> = <strong class="numeric">{value}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
