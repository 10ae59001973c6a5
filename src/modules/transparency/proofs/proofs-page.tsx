/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, EmptyState, KeyValue, Layout, type Site, Table, Time } from "../../../pages/index.ts";
import type { LogHead } from "../signed-log/index.ts";
import type { Published } from "./answers.ts";
import { PAGE_SCRIPT_PATH } from "./client/scripts.ts";
import type { Proof } from "./proof.ts";
import { Freshness, Section } from "./proof-section.tsx";

export interface ProofsPageProps {
  site: Site;
  baseUrl: string;
  /** In the order of the page; `published` null where there is no figure to show. */
  proofs: readonly { proof: Proof; published: Published | null }[];
  /** Null where the log was never signed. */
  head: LogHead | null;
  now: number;
}

/** Each proof with its freshness, its place in the log, and a button that verifies it in front of the reader. */
export function ProofsPage({ site, baseUrl, proofs, head, now }: ProofsPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/proofs"
      title="Proofs"
      description="What the published figures stand on, how fresh they are, and where they are in the signed log."
      module={PAGE_SCRIPT_PATH}
    >
      <h1>Proofs</h1>
      <p class="lead">
        What the published figures stand on. Each proof says how old it is and where it is in a signed log
        that can only grow; your browser can check that here, and any tool that reads such logs can check it
        elsewhere.
      </p>
      {site.chainMode === null && (
        <EmptyState title="No chain is configured">
          <p>
            The proofs appear once SOLANA_RPC_URLS and TOKEN_MINT are set. <code>salute doctor</code> says
            what is missing.
          </p>
        </EmptyState>
      )}
      {proofs.length > 0 && <Overview proofs={proofs} now={now} />}
      <Log head={head} baseUrl={baseUrl} hasProofs={proofs.some(({ published }) => hasPlace(published))} />
      {proofs.map(({ proof, published }) => (
        <Section key={proof.name} proof={proof} published={published} now={now} />
      ))}
    </Layout>
  );
}

/** All proofs at one glance, each a line. */
function Overview({ proofs, now }: Pick<ProofsPageProps, "proofs" | "now">): JSX.Element {
  return (
    <Table
      caption="All proofs"
      columns={[
        { head: "Proof", cell: ({ proof }) => <a href={`#${proof.slug}`}>{proof.title}</a> },
        { head: "Freshness", cell: ({ published }) => <Freshness published={published} /> },
        {
          head: "As of",
          cell: ({ published }) =>
            published?.found == null ? "not yet" : <Time at={published.found.takenAt} now={now} />,
        },
        {
          head: "Entry in the log",
          numeric: true,
          cell: ({ published }) => published?.statement.trust_context.log?.index ?? "none",
        },
      ]}
      rows={proofs}
      keyOf={({ proof }) => proof.name}
    />
  );
}

function hasPlace(published: Published | null): boolean {
  return published !== null && published.statement.trust_context.log !== null;
}

function Log({
  head,
  baseUrl,
  hasProofs,
}: {
  head: LogHead | null;
  baseUrl: string;
  hasProofs: boolean;
}): JSX.Element {
  return (
    <section aria-labelledby="log">
      <h2 id="log">The signed log</h2>
      {head === null ? (
        <EmptyState title="The log is not signed yet">
          <p>
            Its checkpoint appears here once it is; until then nothing can be verified. Operators:{" "}
            <code>salute doctor</code> says what is missing.
          </p>
        </EmptyState>
      ) : (
        <>
          <KeyValue
            rows={[
              ["Origin", <code>{head.origin}</code>],
              ["Entries", String(head.size)],
              ["Root", <code>{head.root}</code>],
              ["Key", <code>{head.vkey}</code>],
            ]}
          />
          <p>
            <a href={`${head.path}/checkpoint`}>Checkpoint</a>, <a href={`${head.path}/vkey`}>key</a>,{" "}
            <a href="/log/verifier.js">verifier</a>,{" "}
            <a href="/proofs/verify">verify something that you kept</a>. The log is laid out as C2SP
            tlog-tiles, so that tools of others read it as well.
          </p>
          {hasProofs && (
            <p>
              <button type="button" class="button button-main" data-verify-all hidden>
                Verify all
              </button>
            </p>
          )}
          <p class="scriptless">Verifying in this page needs script; in a shell it needs this:</p>
          <Commands baseUrl={baseUrl} />
        </>
      )}
    </section>
  );
}

function Commands({ baseUrl }: { baseUrl: string }): JSX.Element {
  return (
    <details>
      <summary>Verify in a shell</summary>
      <p>
        The verifier is one file without dependencies: read it, keep it, and give it the key that you kept.
        Any path of a proof below will do.
      </p>
      <CodeBlock
        label="with Bun or Node 24"
        code={`curl -sO ${baseUrl}/log/verifier.js\nbun verifier.js ${baseUrl} /api/public/token-mint-authorities.json`}
      />
    </details>
  );
}
