/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Contents, EmptyState, Layout, type Site } from "../../../../pages/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import { AnomaliesSection } from "./anomalies-section.tsx";
import { DifferenceTable, RunsTable, TrendChart } from "./comparisons.tsx";
import { Glossary, TriageTable, Verify } from "./explanations.tsx";
import { RunFacts } from "./run-facts.tsx";
import { Sources } from "./sources.tsx";
import type { AuditView } from "./view.ts";

interface AuditPageProps {
  site: Site;
  baseUrl: string;
  view: AuditView;
  now: number;
}

interface Section {
  id: string;
  title: string;
  /** Whether there is nothing to show before the first run. */
  needsRun: boolean;
  body: (props: AuditPageProps) => ComponentChildren;
}

const SECTIONS: readonly Section[] = [
  { id: "run", title: "The run", needsRun: false, body: TheRun },
  {
    id: "trend",
    title: "Trend",
    needsRun: true,
    body: ({ view }) => (
      <>
        <TrendChart runs={view.trend} />
        <Sources paths={[["trend.json", "Trend as JSON"]]} />
      </>
    ),
  },
  { id: "difference", title: "Difference", needsRun: true, body: TheDifference },
  { id: "anomalies", title: "Anomalies", needsRun: true, body: AnomaliesSection },
  {
    id: "triage",
    title: "What the team says",
    needsRun: true,
    body: ({ view, now }) => (
      <>
        <TriageTable rows={view.triage} now={now} isPartial={view.isFiltered || view.faults.length > 0} />
        <Sources paths={[["triage.json", "Triage as JSON"]]} />
      </>
    ),
  },
  {
    id: "runs",
    title: "All runs",
    needsRun: true,
    body: ({ view, now }) => (
      <>
        <RunsTable runs={view.runs} selected={view.selected} now={now} />
        <Sources paths={[["runs.json", "Runs as JSON"]]} />
      </>
    ),
  },
  {
    id: "verify",
    title: "How to verify",
    needsRun: true,
    body: ({ view: { selected, logged }, baseUrl }) =>
      selected && <Verify run={selected} logged={logged} baseUrl={baseUrl} />,
  },
  { id: "glossary", title: "Glossary", needsRun: false, body: TheGlossary },
];

/** What was unusual about the token's movements: one run in full, how runs develop, and what the types mean. */
export function AuditPage(props: AuditPageProps): JSX.Element {
  const { site, view } = props;
  const sections = SECTIONS.filter(({ needsRun }) => view.selected !== null || !needsRun);
  return (
    <Layout
      site={site}
      path={AUDITS_PATH}
      title="Audit anomalies"
      description="What was unusual about the token's movements, day by day, with the means to verify it."
    >
      <h1>Audit anomalies</h1>
      <p class="lead">
        Each night every movement of the token of the day before goes through {view.glossary.length}{" "}
        detectors. What they find is published here in full, and its hash goes into a signed log, so that
        nobody can edit it afterwards. An anomaly is worth a look; it is no proof of wrongdoing.
      </p>
      <div class="with-contents">
        <Contents items={sections.map(({ id, title }) => [id, title] as const)} />
        <div>
          {sections.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {body(props)}
            </section>
          ))}
        </div>
      </div>
    </Layout>
  );
}

function TheRun({ site, view: { selected, logged }, now }: AuditPageProps): JSX.Element {
  if (selected === null) return <NoRun site={site} />;
  return <RunFacts run={selected} logged={logged} now={now} />;
}

function TheDifference({ view: { difference, selected } }: AuditPageProps): JSX.Element {
  const run = selected?.run ?? "latest";
  return (
    <>
      <DifferenceTable difference={difference} />
      <Sources
        paths={[
          [`diff/export.json?run=${run}`, "Difference as JSON"],
          [`diff/export?run=${run}`, "as CSV"],
          [`alerts.json?run=${run}&include_recommendations=1`, "Judgement as JSON"],
        ]}
      />
    </>
  );
}

function TheGlossary({ view }: AuditPageProps): JSX.Element {
  return (
    <>
      <p>What makes each detector fire, and the thresholds in force.</p>
      <Glossary entries={view.glossary} />
      <Sources
        paths={[
          ["glossary.json", "Glossary as JSON"],
          ["threshold-history.json", "History of thresholds as JSON"],
        ]}
      />
    </>
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
