/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { EmptyState, Layout, type Site, Table, Time } from "../../../pages/index.ts";
import type { AuditRun } from "../audits/runs/index.ts";
import type { Concentrations } from "../concentration/index.ts";
import { AUDITS_PATH, Overall } from "../public-audits/index.ts";
import type { LogHead } from "../signed-log/index.ts";
import type { Control } from "../trust-dashboard/index.ts";
import { TrustSummary } from "./trust-page.tsx";

interface OverviewPageProps {
  site: Site;
  controls: readonly Control[];
  /** The newest complete run; null before the first. */
  run: AuditRun | null;
  concentration: Concentrations;
  /** Null where the log was never signed. */
  head: LogHead | null;
  documents: readonly Document[];
  now: number;
}

/** One document for programs. */
export interface Document {
  title: string;
  json: string | null;
  csv: string | null;
}

/** What this project lets everybody check, at one glance. */
export function OverviewPage(props: OverviewPageProps): JSX.Element {
  const { site, controls, run, concentration, head, documents, now } = props;
  return (
    <Layout
      site={site}
      path="/transparency"
      title="Transparency"
      description="What this project lets everybody check: promises, the token's movements, and who holds it."
    >
      <h1>Transparency</h1>
      <p class="lead">
        What moved, what was unusual about it, what the team says about it, and the proof that nobody edited
        the record afterwards. You need no account and no trust in us to check it.
      </p>
      {site.chainMode === null && (
        <EmptyState title="No chain is configured">
          <p>
            Audits and concentration appear once SOLANA_RPC_URLS and TOKEN_MINT are set.{" "}
            <code>salute doctor</code> says what is missing.
          </p>
        </EmptyState>
      )}
      <div class="doors">
        <Door title="Trust" link={["/transparency/trust", "See each promise"]}>
          <TrustSummary controls={controls} />
        </Door>
        <Door title="Audit anomalies" link={[AUDITS_PATH, "See what was found"]}>
          {run === null ? (
            "The first run audits the day before, from 01:10 UTC on."
          ) : (
            <>
              <Overall overall={run.overall} /> {run.label}: {run.rowsTotal} anomalies at{" "}
              {run.signaturesWithAnomalies} transactions.
            </>
          )}
        </Door>
        <Door
          title="Who holds the token"
          link={["/transparency/trust#concentration", "See how it is spread"]}
        >
          <Spread found={concentration} />
        </Door>
        <Door title="Proofs" link={["/proofs", "See and verify each proof"]}>
          Supply, holders and authorities as they were read from the chain, each with its freshness.
        </Door>
        <Door title="Signed log" link={["/proofs/verify", "Verify what you kept"]}>
          {head === null
            ? "The log is not signed yet."
            : `${head.size} entries, signed. It can only grow: keep a checkpoint, and you can prove any later change.`}
        </Door>
      </div>
      <h2 id="documents">For programs</h2>
      <p>
        Everything on these pages is also a document, free of charge and without a key. Keep each for at least
        60 seconds. <a href="/api/openapi-transparency.yaml">OpenAPI</a> describes the parameters, the{" "}
        <a href={`${AUDITS_PATH}/schema-registry.json`}>schema registry</a> the answers.
      </p>
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
      <p>
        <small>
          As of <Time at={now} now={now} />
        </small>
      </p>
    </Layout>
  );
}

function Door({
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

function Spread({ found: { latest } }: { found: Concentrations }): JSX.Element {
  if (latest === null) return <>Holders were not counted yet.</>;
  return (
    <>
      {latest.owners.toLocaleString("en-US")} owners; the 10 largest hold {latest.top10_pct} %,{" "}
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
