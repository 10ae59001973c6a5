/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, type Status, StatusMark, Time } from "../../../pages/index.ts";
import type { PublishedProof } from "./answers.ts";
import type { Proof } from "./proof.ts";
import { ProofFigures } from "./proof-figures.tsx";
import { figuresIn } from "./views/shown-figure.tsx";

/** Status mark of a proof's freshness, with a second mark for a mismatch. */
export function Freshness({ published }: { published: PublishedProof | null }): JSX.Element {
  const freshness = published?.statement.freshness_status ?? "missing";
  return (
    <span class="freshness">
      <StatusMark status={MARKS[freshness]} word={freshness} />
      {published?.statement.status === "bad" && <StatusMark status="bad" word="mismatch" />}
    </span>
  );
}

/** The job `proofs` logs every five minutes what another job published and failed to log. */
const LOGGED_WITHIN_SECONDS = 300;

/** Shown while figures are newer than the log. */
export const AHEAD = (
  <StatusMark status="warn" word={`published, logged within ${LOGGED_WITHIN_SECONDS} s`} />
);

const MARKS = { fresh: "ok", stale: "warn", missing: "unknown" } as const satisfies Record<string, Status>;

export function Section({
  proof,
  published,
  now,
}: {
  proof: Proof;
  published: PublishedProof | null;
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
            Figures appear after the first run of their job: <code>salute jobs run {proof.source}</code>
          </p>
        </EmptyState>
      ) : (
        <>
          <ProofFigures published={published} />
          <Reading proof={proof} published={published} takenAt={published.found.takenAt} now={now} />
        </>
      )}
      {published !== null && <Sources proof={proof} />}
      {published !== null && <LogEntry proof={proof} published={published} />}
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
  published: PublishedProof;
  takenAt: number;
  now: number;
}): JSX.Element {
  const { slot, rpc_hosts, chain_mode } = statement.trust_context;
  const show = figuresIn(statement);
  const hosts = rpc_hosts.length === 0 ? "" : `, by ${rpc_hosts.join(" and ")}`;
  return (
    <p class="proof-facts">
      <small>
        As of {show("generated_at_utc", "time", <Time at={takenAt} now={now} />)}
        {slot !== null && <>, slot {show("trust_context.slot", "slot")}</>}
        {chain_mode === "demo" ? " of the demo chain, whose figures are fictitious" : ""}; stale after{" "}
        {show(proof.limitField)} h. Method: {show("trust_context.method")}
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

function LogEntry({ proof, published }: { proof: Proof; published: PublishedProof }): JSX.Element {
  const { log } = published.statement.trust_context;
  if (log === null) return <p class="proof-place">Not in the log yet.</p>;
  return (
    <div class="proof-place">
      {published.isAhead && <p>{AHEAD}</p>}
      <p>
        Log entry <strong class="numeric">{log.index}</strong> of {log.tree_size}:{" "}
        <a
          href={log.proof}
          download={`${proof.slug}.tlog-proof`}
          aria-label={`Offline proof of ${proof.title}`}
        >
          offline proof
        </a>
        ,{" "}
        <a
          href={log.object}
          download={`${proof.slug}.logged.json`}
          aria-label={`Logged object of ${proof.title}`}
        >
          logged object
        </a>
      </p>
      <p>
        <button
          type="button"
          class="button"
          data-verify={`/api/public/${proof.slug}.json`}
          data-result={`verified-${proof.slug}`}
          data-entry={log.index}
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
