/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Contents, EmptyState, Layout, type Site } from "../../../../pages/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import { AnomalyTable } from "./anomaly-table.tsx";
import { DifferenceTable, RunsTable, TrendChart } from "./comparisons.tsx";
import { Glossary, TriageTable, Verify } from "./explanations.tsx";
import { FilterForm } from "./filter-form.tsx";
import { RunFacts } from "./run-facts.tsx";
import { type AuditView, rowsAddress } from "./view.ts";

interface AuditPageProps {
  site: Site;
  baseUrl: string;
  view: AuditView;
  now: number;
}

const SECTIONS = [
  ["run", "The run"],
  ["trend", "Trend"],
  ["difference", "Difference"],
  ["anomalies", "Anomalies"],
  ["triage", "What the team says"],
  ["runs", "All runs"],
  ["verify", "How to verify"],
  ["glossary", "Glossary"],
] as const;

/** What was unusual about the token's movements: one run in full, how runs develop, and what the types mean. */
export function AuditPage({ site, baseUrl, view, now }: AuditPageProps): JSX.Element {
  const { selected, logged, trend, difference, runs, triage, glossary } = view;
  const sections = SECTIONS.filter(([id]) => selected !== null || id === "run" || id === "glossary");
  return (
    <Layout
      site={site}
      path={AUDITS_PATH}
      title="Audit anomalies"
      description="What was unusual about the token's movements, day by day, with the means to verify it."
    >
      <h1>Audit anomalies</h1>
      <p class="lead">
        Each night every movement of the token of the day before goes through {glossary.length} detectors.
        What they find is published here in full, and its hash goes into a signed log, so that nobody can edit
        it afterwards. An anomaly is worth a look; it is no proof of wrongdoing.
      </p>
      <div class="with-contents">
        <Contents items={sections} />
        <div>
          <section aria-labelledby="run">
            <h2 id="run">The run</h2>
            {selected === null ? (
              <NoRun site={site} />
            ) : (
              <RunFacts run={selected} logged={logged} now={now} />
            )}
          </section>
          {selected !== null && (
            <>
              <section aria-labelledby="trend">
                <h2 id="trend">Trend</h2>
                <TrendChart runs={trend} />
                <Sources paths={[["trend.json", "Trend as JSON"]]} />
              </section>
              <section aria-labelledby="difference">
                <h2 id="difference">Difference</h2>
                <DifferenceTable difference={difference} />
                <Sources
                  paths={[
                    [`diff/export.json?run=${selected.run}`, "Difference as JSON"],
                    [`diff/export?run=${selected.run}`, "as CSV"],
                    [`alerts.json?run=${selected.run}&include_recommendations=1`, "Judgement as JSON"],
                  ]}
                />
              </section>
              <Anomalies view={view} now={now} />
              <section aria-labelledby="triage">
                <h2 id="triage">What the team says</h2>
                <TriageTable rows={triage} now={now} />
                <Sources paths={[["triage.json", "Triage as JSON"]]} />
              </section>
              <section aria-labelledby="runs">
                <h2 id="runs">All runs</h2>
                <RunsTable runs={runs} selected={selected} now={now} />
                <Sources paths={[["runs.json", "Runs as JSON"]]} />
              </section>
              <section aria-labelledby="verify">
                <h2 id="verify">How to verify</h2>
                <Verify run={selected} logged={logged} baseUrl={baseUrl} />
              </section>
            </>
          )}
          <section aria-labelledby="glossary">
            <h2 id="glossary">Glossary</h2>
            <p>What makes each detector fire, and the thresholds in force.</p>
            <Glossary entries={glossary} />
            <Sources
              paths={[
                ["glossary.json", "Glossary as JSON"],
                ["threshold-history.json", "History of thresholds as JSON"],
              ]}
            />
          </section>
        </div>
      </div>
    </Layout>
  );
}

function NoRun({ site }: { site: Site }): JSX.Element {
  if (site.chainMode === null)
    return (
      <EmptyState title="No chain is configured">
        <p>
          Runs appear once SOLANA_RPC_URLS and TOKEN_MINT are set. <code>salute doctor</code> says what is
          missing.
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title="No run yet">
      <p>
        The first one audits the day before, from 01:10 UTC on. Operators start one with{" "}
        <code>salute audits run</code>.
      </p>
    </EmptyState>
  );
}

function Anomalies({ view, now }: { view: AuditView; now: number }): JSX.Element {
  const { entered, faults, isFiltered, selected, page } = view;
  const parameters = new URLSearchParams(Object.entries(entered).filter(([, value]) => value !== ""));
  return (
    <section aria-labelledby="anomalies">
      <h2 id="anomalies">Anomalies</h2>
      <FilterForm entered={entered} faults={faults} />
      {page.rows.length === 0 && faults.length === 0 && (
        <EmptyState title={isFiltered ? "No row fits these filters" : "Nothing unusual"}>
          <p>
            {isFiltered
              ? "Choose fewer of them, or another run."
              : `All detectors looked at ${selected?.label ?? "the window"}, and none fired.`}
          </p>
        </EmptyState>
      )}
      {page.rows.length > 0 && (
        <AnomalyTable caption={`Anomalies of ${selected?.label ?? ""}, by slot`} rows={page.rows} now={now} />
      )}
      {page.next !== null && (
        <p>
          <a class="button" href={rowsAddress(AUDITS_PATH, entered, page.next)}>
            Next rows
          </a>
        </p>
      )}
      {faults.length === 0 && (
        <Sources
          paths={[
            [`export.json?${parameters}`, "These rows as JSON"],
            [`export?${parameters}`, "as CSV"],
          ]}
        />
      )}
    </section>
  );
}

/** Where a section's figures are for programs. */
export function Sources({ paths }: { paths: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <p class="sources">
      {paths.map(([path, label], index) => (
        <>
          {index > 0 && ", "}
          <a href={`${AUDITS_PATH}/${path.replace(/\?$/, "")}`}>{label}</a>
        </>
      ))}
    </p>
  );
}
