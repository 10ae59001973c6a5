import type { JSX } from "preact";
import { CATALOG, type CatalogEntry, type RetryClass } from "../../http/catalog.ts";
import { CodeBlock, KeyValue, type Site, Table } from "../../pages/index.ts";

const RETRY_CLASSES: Record<RetryClass, string> = {
  fail_fast: "Do not send it again unchanged.",
  safe_no_op: "Nothing to do: it was carried out before. Take original as the answer.",
  new_nonce: "Retry once, with a new nonce and the same Idempotency-Key.",
  retry_after: "Wait for Retry-After seconds, then retry.",
  retryable: "Retry with capped and jittered backoff.",
};

const EXAMPLE = {
  success: false,
  error: "replay_detected",
  message: "Send a new nonce; keep the Idempotency-Key, which names the intent.",
  request_id: "req_5f2b8d1c9a7e40366b1d2c3e",
  retry_class: "new_nonce",
};

const ROWS = Object.entries<CatalogEntry>(CATALOG)
  .map(([code, entry]) => ({ code, ...entry }))
  .sort((a, b) => a.http_status - b.http_status);

const CATALOGUE_PATH = "/api/partner/errors.json";

export function Errors({ site }: { site: Site }): JSX.Element {
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">5. Errors and retries</h2>
      <p>
        Branch on <code>error</code>, or on <code>retry_class</code> where you meet a code that is new to you.{" "}
        <code>message</code> is for people, <code>request_id</code> for us, and a 400 lists its faults in{" "}
        <code>details</code>.
      </p>
      <CodeBlock label="409 Conflict" code={JSON.stringify(EXAMPLE, null, 2)} />
      <KeyValue rows={Object.entries(RETRY_CLASSES)} />
      <p>
        No answer at all, from a timeout or a broken connection, is like <code>server_error</code>: retry a
        mutation with the same Idempotency-Key, and learn from <code>idempotency_replay</code> that it had
        arrived.
      </p>
      <Table
        caption="Every error code"
        columns={[
          { head: "Status", cell: ({ http_status }) => http_status },
          { head: "Code", cell: ({ code }) => <code>{code}</code> },
          { head: "Retry class", cell: ({ retry_class }) => <code>{retry_class}</code> },
          { head: "What to do", cell: ({ retry_behavior }) => retry_behavior },
        ]}
        rows={ROWS}
        keyOf={({ code }) => code}
      />
      {site.paths.has(CATALOGUE_PATH) && (
        <p>
          The same catalogue as JSON, for any key: <code>GET {CATALOGUE_PATH}</code>.
        </p>
      )}
    </section>
  );
}
