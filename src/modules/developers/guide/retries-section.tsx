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
    { about: "Identifies", nonce: "one attempt", key: "one intent" },
    { about: "Form", nonce: "16 to 128 hex digits", key: "1 to 255 visible ASCII characters" },
    {
      about: "Required",
      nonce: nonceRequiredInSandbox ? "live and sandbox" : "live; optional in the sandbox",
      key: "always",
    },
    { about: "Signed", nonce: "yes", key: "no" },
    { about: "Unique within", nonce: "the key id", key: "the partner and mode" },
    {
      about: "Consumed by",
      nonce: "every response after key, address, limit, mode and scope are accepted, including refusals",
      key: "a committed outcome only: after a 4xx or 5xx it can be reused",
    },
    {
      about: "Kept",
      nonce: `${NONCE_WINDOW_MS / MINUTE_MS} minutes; nonces of refused requests in memory only, until a restart`,
      key: `${idempotencyRetentionDays} days; forever for a ledger entry`,
    },
    {
      about: "If reused",
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
    { about: "On a retry", nonce: <strong>use a new one</strong>, key: <strong>keep it</strong> },
  ];
}

export function Retries(props: DevelopersInput): JSX.Element {
  return (
    <section aria-labelledby="retries">
      <h2 id="retries">4. Nonces and idempotency keys</h2>
      <p>
        Every mutation carries both. The nonce prevents others from replaying your request; the
        Idempotency-Key prevents you from executing an intent twice.
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
          <strong>Every retry of the same intent keeps its Idempotency-Key and uses a new nonce.</strong> This
          includes retries after <code>replay_detected</code>. A new key means a new intent: it would credit
          twice.
        </p>
      </div>
      <p>
        The same payload means the same method, target and JSON value: bodies are compared in their RFC 8785
        form, so that blanks, the order of names and the spelling of a number (<code>1</code>,{" "}
        <code>1.0</code>) do not count. <code>1</code> and <code>"1"</code> are two values. If nonce, key and
        payload all match a committed request, the response is <code>idempotency_replay</code>. Its{" "}
        <code>original</code> holds <code>status</code>, <code>created_at_utc</code> and <code>body</code> of
        the first response. After the retention above, for a ledger entry, <code>body</code> is null and{" "}
        <code>ledger_entry_id</code> names the entry. Nonce, idempotency record, change and ledger entry are
        committed together.
      </p>
      <p>
        After <code>idempotency_conflict</code>, compare before you send anything else: <code>conflict</code>{" "}
        holds <code>operation</code>, <code>created_at_utc</code> and <code>ledger_entry_id</code> of the
        first request with the key, and <code>differs</code>, the names of the top-level fields that differ.
        If your request is a retry, send the first payload again. A new key is right only if it is a new
        intent; the same intent under a new key would act twice.
      </p>
      <p>On reads a nonce is optional: if sent, it is signed but not stored.</p>
    </section>
  );
}
