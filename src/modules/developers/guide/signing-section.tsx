/** @jsxImportSource preact */

import type { JSX } from "preact";
import { MAX_SKEW_SECONDS } from "../../../http/access/partner-auth.ts";
import { CodeBlock, KeyValue, Table } from "../../../pages/index.ts";
import { WORKED_EXAMPLE as EXAMPLE } from "./worked-example.ts";

const LINES: readonly { part: string; meaning: JSX.Element }[] = [
  { part: "METHOD", meaning: <>In upper case, as sent: HEAD is signed as HEAD.</> },
  {
    part: "TARGET",
    meaning: <>Path and query exactly as sent, percent-escapes and order included; no host.</>,
  },
  { part: "TIMESTAMP", meaning: <>Unix seconds, within {MAX_SKEW_SECONDS} s of the server's clock.</> },
  { part: "NONCE", meaning: <>The nonce that you send, or an empty line without one.</> },
  {
    part: "BODY HASH",
    meaning: <>SHA-256 of the body's exact bytes, in lower-case hex. An empty body is hashed too.</>,
  },
];

const HEADERS: readonly { header: string; value: JSX.Element }[] = [
  { header: "X-Partner-Key", value: <>The key id.</> },
  { header: "X-Partner-Timestamp", value: <>The signed timestamp.</> },
  { header: "X-Partner-Signature", value: <>The signature.</> },
  { header: "X-Partner-Nonce", value: <>On POST, PATCH and DELETE: the signed nonce.</> },
  {
    header: "Idempotency-Key",
    value: <>On POST, PATCH and DELETE: identifies the intent. It is not signed.</>,
  },
];

export function Signing(): JSX.Element {
  return (
    <section aria-labelledby="sign">
      <h2 id="sign">2. Sign a request</h2>
      <p>
        Join five lines with line feeds, without one at the end, and sign them with HMAC-SHA256. The HMAC key
        is the complete text of the secret, including <code>sk_</code>; the signature is lower-case hex.
      </p>
      <Table
        caption="The five signed lines"
        columns={[
          { head: "Line", cell: ({ part }) => <code>{part}</code> },
          { head: "Content", cell: ({ meaning }) => meaning },
        ]}
        rows={LINES}
        keyOf={({ part }) => part}
      />
      <p>Send these headers:</p>
      <Table
        caption="Headers of a signed request"
        columns={[
          { head: "Header", cell: ({ header }) => <code>{header}</code> },
          { head: "Value", cell: ({ value }) => value },
        ]}
        rows={HEADERS}
        keyOf={({ header }) => header}
      />
      <h3>Check your own code</h3>
      <p>
        This request, with a key made up for this page, must result in these five lines and this signature:
      </p>
      <KeyValue
        rows={[
          ["Secret", <code key="secret">{EXAMPLE.secret}</code>],
          ["Body", <code key="body">{EXAMPLE.body}</code>],
        ]}
      />
      <CodeBlock label="Canonical string" code={EXAMPLE.canonical} />
      <CodeBlock label="Signature" code={EXAMPLE.signature} />
      <p>
        A 401 for a sandbox key also returns <code>canonical</code>, the string built by the server: compare
        it with yours line by line.
      </p>
    </section>
  );
}
