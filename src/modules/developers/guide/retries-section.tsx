/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { NONCE_WINDOW_MS } from "../../../http/mutation.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { Table } from "../../../pages/index.ts";
import type { DevelopersInput } from "./input.ts";

interface Comparison {
  about: string;
  nonce: ComponentChildren;
  key: ComponentChildren;
}

function comparisons({
  nonceRequiredInSandbox,
  idempotencyRetentionDays,
}: Pick<DevelopersInput, "nonceRequiredInSandbox" | "idempotencyRetentionDays">): Comparison[] {
  return [
    { about: "Names", nonce: "one attempt", key: "one intent" },
    { about: "Form", nonce: "16 to 128 hex digits", key: "1 to 255 visible ASCII characters" },
    {
      about: "Needed",
      nonce: nonceRequiredInSandbox ? "live and in the sandbox" : "live; may be left out in the sandbox",
      key: "always",
    },
    { about: "Signed", nonce: "yes", key: "no" },
    { about: "Unique within", nonce: "the key id", key: "the partner and mode" },
    {
      about: "Used up by",
      nonce: "every answer once key, address, limit, mode and scope were accepted, refusals included",
      key: "a committed outcome only: a 4xx or 5xx leaves it free",
    },
    {
      about: "Kept",
      nonce: `${NONCE_WINDOW_MS / MINUTE_MS} minutes; those of refusals in memory, which a restart empties`,
      key: `${idempotencyRetentionDays} days; for a ledger entry for ever`,
    },
    {
      about: "Used again",
      nonce: (
        <>
          409 <code>replay_detected</code>
        </>
      ),
      key: (
        <>
          same payload: 409 <code>idempotency_replay</code> with <code>original</code>; another payload: 409{" "}
          <code>idempotency_conflict</code>
        </>
      ),
    },
    { about: "On a retry", nonce: <strong>take a new one</strong>, key: <strong>keep it</strong> },
  ];
}

export function Retries(props: DevelopersInput): JSX.Element {
  return (
    <section aria-labelledby="retries">
      <h2 id="retries">4. Nonces and idempotency keys</h2>
      <p>
        Every mutation carries both. The nonce keeps others from sending your request again; the
        Idempotency-Key keeps you from carrying out an intent twice.
      </p>
      <Table
        caption="Nonce and Idempotency-Key compared"
        columns={[
          { head: "", cell: ({ about }) => about },
          { head: "X-Partner-Nonce", cell: ({ nonce }) => nonce },
          { head: "Idempotency-Key", cell: ({ key }) => key },
        ]}
        rows={comparisons(props)}
        keyOf={({ about }) => about}
      />
      <div class="callout">
        <p>
          <strong>Every retry of the same intent keeps its Idempotency-Key and takes a new nonce.</strong>{" "}
          That holds for <code>replay_detected</code> too. A new key means a new intent: it would credit
          twice.
        </p>
      </div>
      <p>
        The same payload means the same method, target and body bytes: send the body that you stored, not one
        made anew. Where the nonce, the key and the payload all match something committed, the answer is{" "}
        <code>idempotency_replay</code>. Its <code>original</code> holds <code>status</code>,{" "}
        <code>created_at_utc</code> and <code>body</code> of the first answer; past the days above, for a
        ledger entry, <code>body</code> is null and <code>ledger_entry_id</code> names the entry. Nonce,
        idempotency record, change and ledger entry are one commit.
      </p>
      <p>On a read a nonce is optional; it is signed where it is sent, and not kept.</p>
    </section>
  );
}
