/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  CodeBlock,
  EmptyState,
  KeyValue,
  Layout,
  NoChain,
  type Site,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { LogHead } from "../signed-log/index.ts";
import type { PublishedProof } from "./answers.ts";
import { PAGE_SCRIPT_PATH } from "./client/scripts.ts";
import type { Proof } from "./proof.ts";
import { AHEAD, Freshness, Section } from "./proof-section.tsx";

export interface ProofsPageProps {
  site: Site;
  baseUrl: string;
  /** In the order of the page; `published` is null without figures. */
  proofs: readonly { proof: Proof; published: PublishedProof | null }[];
  /** Null if the log was never signed. */
  head: LogHead | null;
  now: number;
}

/** All proofs with their freshness, their log entry and a button to verify them in the browser. */
export function ProofsPage({ site, baseUrl, proofs, head, now }: ProofsPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/proofs"
      title="Proofs"
      description="The evidence behind the published figures, their freshness, and their entries in the signed log."
      module={PAGE_SCRIPT_PATH}
    >
      <h1>Proofs</h1>
      <p class="lead">
        The evidence behind the published figures. Each proof shows its age and its entry in a signed,
        append-only log. You can verify it here in your browser, or with any tool that reads such logs.
      </p>
      {site.chainMode === null && <NoChain site={site} what="The other proofs" />}
      {proofs.length > 0 && <Overview proofs={proofs} now={now} />}
      <Log head={head} baseUrl={baseUrl} hasProofs={proofs.some(({ published }) => isLogged(published))} />
      {proofs.map(({ proof, published }) => (
        <Section key={proof.name} proof={proof} published={published} now={now} />
      ))}
    </Layout>
  );
}

/** Table of all proofs. */
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
          head: "Log entry",
          numeric: true,
          cell: ({ published }) =>
            published?.isAhead === true ? AHEAD : (published?.statement.trust_context.log?.index ?? "none"),
        },
      ]}
      rows={proofs}
      keyOf={({ proof }) => proof.name}
    />
  );
}

function isLogged(published: PublishedProof | null): boolean {
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
            The checkpoint appears here once the log is signed; until then nothing can be verified. Operators:{" "}
            <code>salute doctor</code> lists the cause.
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
            <a href="/proofs/verify">verify a saved proof or checkpoint</a>. The log follows the C2SP
            tlog-tiles format, which other tools can read, too.
          </p>
          {hasProofs && (
            <p>
              <button type="button" class="button button-main" data-verify-all hidden>
                Verify all
              </button>
            </p>
          )}
          <p class="scriptless">Verification in this page requires JavaScript. In a shell, run:</p>
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
        The verifier is one file without dependencies. Review it, save it, and pass it your saved key. It
        accepts the path of any proof below.
      </p>
      <CodeBlock
        label="with Node.js 18 or newer, or with Bun"
        code={`curl -so verifier.mjs ${baseUrl}/log/verifier.js\nnode verifier.mjs ${baseUrl} /api/public/token-mint-authorities.json`}
      />
    </details>
  );
}
