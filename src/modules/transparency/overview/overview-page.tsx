/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { formatFigure } from "../../../kit/figures.ts";
import { Layout, NoChain, type Site, Table, Time } from "../../../pages/index.ts";
import type { Concentrations } from "../concentration/index.ts";
import { type AnomalyRow, AUDITS_PATH, Overall } from "../public-audits/index.ts";
import type { LogHead } from "../signed-log/index.ts";
import { type ChartFigures, Charts } from "./charts.tsx";
import type { Summary } from "./read-summary.ts";
import { TrustSummary } from "./trust-page.tsx";
import { Verdicts } from "./verdicts.tsx";

interface OverviewPageProps extends Pick<Summary, "verdicts" | "controls" | "run" | "concentration"> {
  site: Site;
  charts: ChartFigures;
  /** Worst anomalies of the run. */
  worst: readonly AnomalyRow[];
  /** Null if the log was never signed. */
  head: LogHead | null;
  documents: readonly Document[];
  now: number;
}

/** A machine-readable document. */
export interface Document {
  title: string;
  json: string | null;
  csv: string | null;
}

/** Overview of everything the public can verify. */
export function OverviewPage(props: OverviewPageProps): JSX.Element {
  const { site, verdicts, worst, charts, documents, now } = props;
  return (
    <Layout
      site={site}
      path="/transparency"
      title="Transparency"
      description="Records of this project that anyone can verify: controls, token movements and holders."
    >
      <h1>Transparency</h1>
      <p class="lead">
        Five questions about the token. You can verify each answer without an account and without trusting us.
      </p>
      {site.chainMode === null && <NoChain site={site} what="Audits and concentration" />}
      <Verdicts {...{ verdicts, worst, now }} />
      <h2 id="figures">Figures</h2>
      <Charts {...charts} />
      <h2 id="records">Records</h2>
      <AreaSummaries {...props} />
      <h2 id="documents">Machine-readable documents</h2>
      <p>
        All data on these pages is available as documents, free of charge and without a key. Cache each
        document for at least 60 seconds. The <a href="/api/openapi-transparency.yaml">OpenAPI document</a>{" "}
        describes the parameters, the <a href={`${AUDITS_PATH}/schema-registry.json`}>schema registry</a>{" "}
        describes the responses.
      </p>
      <details>
        <summary>All {documents.length} documents</summary>
        <Table
          caption="Documents"
          columns={[
            { head: "Document", cell: ({ title }) => title },
            { head: "JSON", cell: ({ json }) => <Source path={json} /> },
            { head: "CSV", cell: ({ csv }) => <Source path={csv} /> },
          ]}
          rows={documents}
          keyOf={({ title }) => title}
        />
      </details>
      <p>
        <small>
          As of <Time at={now} now={now} />
        </small>
      </p>
    </Layout>
  );
}

/** One summary per area, with a link to its page. */
function AreaSummaries({ controls, run, concentration, head }: OverviewPageProps): JSX.Element {
  return (
    <div class="doors">
      <AreaSummary title="Trust" link={["/transparency/trust", "View all controls"]}>
        <TrustSummary controls={controls} />
      </AreaSummary>
      <AreaSummary title="Audit anomalies" link={[AUDITS_PATH, "View anomalies"]}>
        {run === null ? (
          "The first run audits the previous day. It starts within an hour after the chain was first read."
        ) : (
          <>
            <Overall overall={run.overall} /> {run.label}: {run.rowsTotal} anomalies in{" "}
            {run.signaturesWithAnomalies} transactions.
          </>
        )}
      </AreaSummary>
      <AreaSummary title="Holders" link={["/transparency/trust#concentration", "View concentration"]}>
        <ConcentrationSummary found={concentration} />
      </AreaSummary>
      <AreaSummary title="Proofs" link={["/proofs", "View and verify proofs"]}>
        Supply, holders and authorities as read from the chain, each with its freshness.
      </AreaSummary>
      <AreaSummary title="Signed log" link={["/proofs/verify", "Verify a saved proof or checkpoint"]}>
        {head === null
          ? "The log is not signed yet."
          : `${head.size} signed entries. The log is append-only: with a saved checkpoint you can prove any later change.`}
      </AreaSummary>
    </div>
  );
}

function AreaSummary({
  title,
  link: [path, label],
  children,
}: {
  title: string;
  link: readonly [path: string, label: string];
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
      <p class="door-links">
        <a href={path}>{label}</a>
      </p>
    </section>
  );
}

function ConcentrationSummary({ found: { latest } }: { found: Concentrations }): JSX.Element {
  if (latest === null) return <>No holder scan yet.</>;
  return (
    <>
      {formatFigure(latest.owners)} owners; the 10 largest hold {latest.top10_pct} %, or{" "}
      {latest.excluding.top10_pct} % without the project's wallets.
    </>
  );
}

function Source({ path }: { path: string | null }): JSX.Element {
  if (path === null) return <small>none</small>;
  return (
    <a href={path}>
      <code>{path.replace("/transparency/", "")}</code>
    </a>
  );
}
