/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  CodeBlock,
  EmptyState,
  KeyValue,
  Layout,
  type Site,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { LogHead } from "../signed-log/index.ts";
import type { Published } from "./answers.ts";
import { FiguresOf } from "./figures-of.tsx";
import type { Proof } from "./proof.ts";
import { PAGE_SCRIPT_PATH } from "./scripts.ts";

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

/** Freshness by word, shape and colour, and a mismatch beside it. */
function Freshness({ published }: { published: Published | null }): JSX.Element {
  const freshness = published?.statement.freshness_status ?? "missing";
  return (
    <span class="freshness">
      <StatusMark status={MARKS[freshness]} word={freshness} />
      {published?.statement.status === "bad" && <StatusMark status="bad" word="mismatch" />}
    </span>
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

const MARKS = { fresh: "ok", stale: "warn", missing: "unknown" } as const satisfies Record<string, Status>;

function Section({
  proof,
  published,
  now,
}: {
  proof: Proof;
  published: Published | null;
  now: number;
}): JSX.Element {
  return (
    <section class="proof" aria-labelledby={proof.slug}>
      <h2 id={proof.slug}>
        {proof.title} <Freshness published={published} />
      </h2>
      <p>{proof.about}</p>
      {published === null || published.found === null ? (
        <EmptyState title="No figures yet">
          <p>
            They appear once their job has run: <code>salute jobs run {proof.source}</code>
          </p>
        </EmptyState>
      ) : (
        <>
          <FiguresOf published={published} />
          <Reading proof={proof} published={published} takenAt={published.found.takenAt} now={now} />
        </>
      )}
      {published !== null && <Sources proof={proof} />}
      {published !== null && <Place proof={proof} published={published} />}
    </section>
  );
}

function Reading({
  proof,
  published: { statement },
  takenAt,
  now,
}: {
  proof: Proof;
  published: Published;
  takenAt: number;
  now: number;
}): JSX.Element {
  const { slot, method, rpc_hosts, chain_mode } = statement.trust_context;
  const hosts = rpc_hosts.length === 0 ? "" : `, by ${rpc_hosts.join(" and ")}`;
  return (
    <p class="proof-facts">
      <small>
        As of <Time at={takenAt} now={now} />
        {slot === null ? "" : `, slot ${slot}`}
        {chain_mode === "demo" ? " of the demo chain, whose figures are made up" : ""}; stale after{" "}
        {proof.limitHours} h. Read with {method}
        {hosts}.
      </small>
    </p>
  );
}

function Sources({ proof }: { proof: Proof }): JSX.Element {
  const path = `/api/public/${proof.slug}`;
  return (
    <p>
      <a href={`${path}.json`}>{proof.title} as JSON</a>, <a href={`${path}.csv`}>as CSV</a>
    </p>
  );
}

function Place({ proof, published }: { proof: Proof; published: Published }): JSX.Element {
  const { log } = published.statement.trust_context;
  if (log === null) return <p class="proof-place">Not in the log yet.</p>;
  return (
    <div class="proof-place">
      <p>
        In the log as entry <strong class="numeric">{log.index}</strong> of {log.tree_size}:{" "}
        <a href={log.proof} aria-label={`Offline proof of ${proof.title}`}>
          offline proof
        </a>
        ,{" "}
        <a href={log.object} aria-label={`Logged bytes of ${proof.title}`}>
          logged bytes
        </a>
      </p>
      <p>
        <button
          type="button"
          class="button"
          data-verify={`/api/public/${proof.slug}.json`}
          data-result={`verified-${proof.slug}`}
          aria-label={`Verify ${proof.title}`}
          hidden
        >
          Verify
        </button>
      </p>
      <div id={`verified-${proof.slug}`} class="verified" role="status" />
    </div>
  );
}
