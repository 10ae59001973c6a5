/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Contents, EmptyState, Layout, NoChain, type Site } from "../../../../pages/index.ts";
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
  /** Whether the section is hidden before the first run. */
  needsRun: boolean;
  body: (props: AuditPageProps) => ComponentChildren;
}

const SECTIONS: readonly Section[] = [
  { id: "run", title: "Selected run", needsRun: false, body: SelectedRunSection },
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
  { id: "difference", title: "Difference", needsRun: true, body: DifferenceSection },
  { id: "anomalies", title: "Anomalies", needsRun: true, body: AnomaliesSection },
  {
    id: "triage",
    title: "Triage by the team",
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
  { id: "glossary", title: "Glossary", needsRun: false, body: GlossarySection },
];

/** The audit page: one run in full, the trend over runs, and the glossary. */
export function AuditPage(props: AuditPageProps): JSX.Element {
  const { site, view } = props;
  const sections = SECTIONS.filter(({ needsRun }) => view.selected !== null || !needsRun);
  return (
    <Layout
      site={site}
      path={AUDITS_PATH}
      title="Audit anomalies"
      description="Unusual movements of the token, day by day, with the means to verify them."
    >
      <h1>Audit anomalies</h1>
      <p class="lead">
        Every night, {view.glossary.length} detectors examine all token movements of the previous day. All
        findings are published here, and their hash enters a signed log, so that nobody can edit them
        afterwards. An anomaly is a reason to look closer, not proof of wrongdoing.
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

function SelectedRunSection({ site, view: { selected, logged }, now }: AuditPageProps): JSX.Element {
  if (selected === null) return <NoRun site={site} />;
  return <RunFacts run={selected} logged={logged} now={now} />;
}

function DifferenceSection({ view: { difference, selected } }: AuditPageProps): JSX.Element {
  const run = selected?.run ?? "latest";
  return (
    <>
      <DifferenceTable difference={difference} />
      <Sources
        paths={[
          [`diff/export.json?run=${run}`, "Comparison as JSON"],
          [`diff/export?run=${run}`, "as CSV"],
          [`alerts.json?run=${run}&include_recommendations=1`, "Alerts as JSON"],
        ]}
      />
    </>
  );
}

function GlossarySection({ view }: AuditPageProps): JSX.Element {
  return (
    <>
      <p>The condition under which each detector fires, and the thresholds in force.</p>
      <Glossary entries={view.glossary} />
      <Sources
        paths={[
          ["glossary.json", "Glossary as JSON"],
          ["threshold-history.json", "Threshold history as JSON"],
        ]}
      />
    </>
  );
}

function NoRun({ site }: { site: Site }): JSX.Element {
  if (site.chainMode === null) return <NoChain site={site} what="Runs" />;
  return (
    <EmptyState title="No run yet">
      <p>
        The first run audits the previous day. It starts within an hour after the chain was first read.
        Operators can start one with <code>salute audits run</code>.
      </p>
    </EmptyState>
  );
}
