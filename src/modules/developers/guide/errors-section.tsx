/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { RetryClass } from "../../../http/answers/catalog.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { CodeBlock, type Site, Table } from "../../../pages/index.ts";
import { readErrorCatalog } from "../error-catalog/index.ts";

const RETRY_CLASSES: readonly { name: RetryClass; meaning: string }[] = [
  { name: "safe_no_op", meaning: "the request was already executed" },
  { name: "retry_after", meaning: "wait for Retry-After, then retry" },
  {
    name: "retryable",
    meaning: "retry with capped, jittered backoff, a new nonce and the same Idempotency-Key",
  },
  { name: "fail_fast", meaning: "do not send it again unchanged" },
];

const EXAMPLE = {
  success: false,
  error: "replay_detected",
  message: "Send a new nonce; keep the Idempotency-Key, which names the intent.",
  request_id: "req_5f2b8d1c9a7e40366b1d2c3e",
  retry_class: "retryable",
};

const CATALOG_PATH = "/api/partner/errors.json";

export function Errors({ site, mounted }: { site: Site; mounted: Mounted }): JSX.Element {
  const { entries } = readErrorCatalog(mounted);
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">5. Errors and retries</h2>
      <p>
        Branch on <code>error</code>, or on <code>retry_class</code> for codes that you do not know.{" "}
        <code>message</code> is for people, <code>request_id</code> is for support, and a 400 lists its faults
        in <code>details</code>.
      </p>
      <CodeBlock label="409 Conflict" code={JSON.stringify(EXAMPLE, null, 2)} language="json" />
      <p>
        A missing response, after a timeout or a broken connection, counts as <code>server_error</code>: retry
        a mutation with the same Idempotency-Key; <code>idempotency_replay</code> then shows that the first
        attempt had arrived.
      </p>
      {RETRY_CLASSES.map(({ name, meaning }) => (
        <RetryClassCodes
          key={name}
          name={name}
          meaning={meaning}
          codes={entries.filter(({ retry_class }) => retry_class === name)}
        />
      ))}
      {site.paths.has(CATALOG_PATH) && (
        <p>
          The same catalog as JSON, for any key: <code>GET {CATALOG_PATH}</code>.
        </p>
      )}
    </section>
  );
}

interface RetryClassProps {
  name: RetryClass;
  meaning: string;
  codes: ReturnType<typeof readErrorCatalog>["entries"];
}

function RetryClassCodes({ name, meaning, codes }: RetryClassProps): JSX.Element {
  return (
    <div class="error-codes">
      <h3>
        <code>{name}</code>: {meaning}
      </h3>
      <Table
        caption={`Codes of the class ${name}`}
        columns={[
          { head: "Code", cell: ({ error_code }) => <code>{error_code}</code> },
          { head: "Status", cell: ({ http_status }) => http_status },
          { head: "What to do", cell: ({ retry_behavior }) => retry_behavior },
        ]}
        rows={codes}
        keyOf={({ error_code }) => error_code}
      />
    </div>
  );
}
