/** @jsxImportSource preact */

import type { JSX } from "preact";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";
import { CodeBlock, Contents, KeyValue, Layout, Table, Tabs } from "../../../pages/index.ts";
import { EVENT_CATALOGUE } from "../../webhooks/events/index.ts";
import { CreateWebhook } from "./create-webhook-section.tsx";
import { Dedupe } from "./dedupe-section.tsx";
import type { DeliveryRules, DevelopersInput } from "./input.ts";
import { Local } from "./local-section.tsx";
import { RECEIVERS } from "./snippets.ts";

const FILTER = '{"status": "dead_letter", "from": "2026-01-05T08:00:00Z"}';

/** Guide to receiving deliveries: verification, acknowledgement, deduplication, retries and secret rotation. */
export function ReceiverPage({ site, delivery }: DevelopersInput): JSX.Element {
  return (
    <Layout
      site={site}
      path="/developers/webhooks"
      title="Receive webhooks"
      description="Verify deliveries by either set of headers, acknowledge them, drop duplicates by event_id, and rotate secrets without a gap."
    >
      <div class="with-contents">
        <Contents
          items={[
            ["make", "Create a webhook"],
            ["verify", "Verify"],
            ["acknowledge", "Acknowledge"],
            ["dedupe", "Drop duplicates"],
            ["retries", "Failures and retries"],
            ["rotate", "Rotate the secret"],
            ["types", "Event types"],
            ["local", "On your machine"],
          ]}
        />
        <div>
          <h1>Receive webhooks</h1>
          <p class="lead">
            Every change, whether made by your requests or on your behalf, is delivered to your URLs: signed,
            at least once, with first attempts in the order of the changes.{" "}
            <a href="/docs/webhooks.md">As Markdown</a>.
          </p>
          <CreateWebhook />
          <Verify />
          <Acknowledge delivery={delivery} />
          <Dedupe />
          <Failures delivery={delivery} />
          <Rotate />
          <Types />
          <Local site={site} />
        </div>
      </div>
    </Layout>
  );
}

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const TIMESTAMP = "1795255200";
const ID = "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B";
const BODY = `{"event_id":"${ID}","event_type":"salutes.credit","data":{"user_id":"1","delta":25,"balance":125}}`;

const HEADERS: readonly { header: string; meaning: string }[] = [
  {
    header: "X-Webhook-Id",
    meaning: "Copy of the body's event_id, for logs. X-Webhook-Signature does not cover it.",
  },
  { header: "X-Webhook-Event", meaning: "Type of the event." },
  { header: "X-Webhook-Timestamp", meaning: "Time of this attempt in Unix seconds." },
  {
    header: "X-Webhook-Signature",
    meaning:
      "HMAC-SHA256 in lower-case hex of the timestamp, a full stop and the raw body. The key is the complete text of the secret.",
  },
  { header: "X-Webhook-Attempt", meaning: "Number of this attempt." },
  { header: "X-Webhook-Schema", meaning: "Version of the schemas: 1." },
  {
    header: "webhook-id, webhook-timestamp",
    meaning: "The same id and time under the names of Standard Webhooks; webhook-signature covers both.",
  },
  {
    header: "webhook-signature",
    meaning:
      "v1, followed by the base64 HMAC-SHA256 of id.timestamp.body. The key is the decoded part of the secret after whsec_. Several signatures are separated by spaces.",
  },
];

function Verify(): JSX.Element {
  return (
    <section aria-labelledby="verify">
      <h2 id="verify">2. Verify</h2>
      <p>
        Anyone can post to your URL, but only you and the service know the secret. Verify the signature over
        the exact bytes received, before parsing and in constant time, and refuse timestamps that are off by
        more than 300 seconds. There are two equivalent sets of headers; one is enough. The published
        verifiers of <a href="https://www.standardwebhooks.com">Standard Webhooks</a> accept the second one
        unchanged.
      </p>
      <Table
        caption="Headers of a delivery"
        columns={[
          { head: "Header", cell: ({ header }) => <code>{header}</code> },
          { head: "Content", cell: ({ meaning }) => meaning },
        ]}
        rows={HEADERS}
        keyOf={({ header }) => header}
      />
      <p>
        Complete programs without dependencies. Each reads <code>SECRETS</code> from the environment: the
        current secret and, after a rotation, the previous one.
      </p>
      <Tabs
        name="receiver"
        legend="Language"
        remember="language"
        tabs={RECEIVERS.map(({ file, language, grammar, code }) => ({
          id: language.toLowerCase(),
          label: language,
          content: (
            <CodeBlock label={file} code={code} language={grammar} href={`/developers/snippets/${file}`} />
          ),
        }))}
      />
      <h3>Check your own code</h3>
      <p>This delivery, with a secret made up for this page, must result in this signature:</p>
      <KeyValue
        rows={[
          ["Secret", <code key="secret">{SECRET}</code>],
          ["Timestamp", <code key="timestamp">{TIMESTAMP}</code>],
        ]}
      />
      <CodeBlock label="Raw body" code={BODY} />
      <CodeBlock label="X-Webhook-Signature" code={hmacSha256Hex(SECRET, `${TIMESTAMP}.${BODY}`)} />
      <p>
        <code>POST /api/partner/webhooks/signature/verify</code> returns the expected signature for any
        payload, timestamp and secret.
      </p>
    </section>
  );
}

function Acknowledge({ delivery }: { delivery: DeliveryRules }): JSX.Element {
  return (
    <section aria-labelledby="acknowledge">
      <h2 id="acknowledge">3. Acknowledge</h2>
      <p>
        Answer with any 2xx within {delivery.timeoutSeconds} seconds, as soon as the event is stored safely in
        your queue or table, and process it afterwards. Answer unknown event types with 2xx too: new types are
        added without notice. Redirects are not followed and count as failures. <code>410</code> disables the
        webhook.
      </p>
    </section>
  );
}

function Failures({ delivery }: { delivery: DeliveryRules }): JSX.Element {
  const { maxAttempts, retryBaseSeconds, retryMaxSeconds, retryJitter } = delivery;
  return (
    <section aria-labelledby="retries">
      <h2 id="retries">5. Failures and retries</h2>
      <ul>
        <li>
          At most {maxAttempts} attempts: the second after {retryBaseSeconds} s, each further delay twice the
          previous one, at most {retryMaxSeconds} s, all ±{Math.round(retryJitter * 100)} %. On 429 and 503
          your <code>Retry-After</code> is respected up to that limit.
        </li>
        <li>
          After the last attempt, or 3 days, the delivery record becomes a dead letter.{" "}
          <code>webhook.delivery_failed</code> notifies your other webhooks,{" "}
          <code>GET /api/partner/webhooks/dlq</code> summarises dead letters, and{" "}
          <code>POST /api/partner/webhook-events/replay</code> sends records again once the receiver is fixed:
          those of <code>event_ids</code>, or all that a <code>filter</code> selects, such as{" "}
          <code>{FILTER}</code>. Repeat it with <code>after</code> = <code>next_after</code> while{" "}
          <code>has_more</code> is true.
        </li>
        <li>
          Disable a webhook with <code>PATCH /api/partner/webhooks/WEBHOOK_ID</code> while your receiver is
          down: its deliveries are held for up to 90 days and sent oldest first once it is enabled again.
        </li>
        <li>
          <code>POST /api/partner/webhooks/WEBHOOK_ID/recover</code> with <code>since</code> sends a webhook
          what it missed: events before it existed or subscribed, and dead letters. Continue with{" "}
          <code>next_since</code> while <code>has_more</code> is true.
        </li>
        <li>
          <code>GET /api/partner/webhook-events/EVENT_ID</code> shows the headers and the body that were sent
          last, and <code>/attempts</code> after it your receiver's response to each attempt.
        </li>
      </ul>
    </section>
  );
}

function Rotate(): JSX.Element {
  return (
    <section aria-labelledby="rotate">
      <h2 id="rotate">6. Rotate the secret</h2>
      <p>
        <code>POST /api/partner/webhooks/WEBHOOK_ID/rotate-secret</code> creates a new secret, or uses the one
        that you send. <code>X-Webhook-Signature</code> uses the new secret at once;{" "}
        <code>webhook-signature</code> carries signatures with both for 24 hours. To rotate without a gap,
        choose the new secret yourself (<code>whsec_</code> and 24 to 64 bytes as base64), let your receivers
        accept both, rotate, and drop the old one a day later.
      </p>
    </section>
  );
}

function Types(): JSX.Element {
  const rows = Object.entries(EVENT_CATALOGUE).map(([type, { summary }]) => ({ type, summary }));
  return (
    <section aria-labelledby="types">
      <h2 id="types">7. Event types</h2>
      <p>
        The body is always{" "}
        <code>{'{"event_id", "event_type", "data", "occurred_at", "sequence", "idempotency_key"}'}</code>:
        your sequence has no gaps, and <code>GET /api/partner/events</code> lists every event. The schema of
        each type's data, with an example, is in the <a href="/docs">reference</a> and in the OpenAPI document
        under webhooks.
      </p>
      <Table
        caption="Event types"
        columns={[
          { head: "Type", cell: ({ type }) => <code>{type}</code> },
          { head: "When", cell: ({ summary }) => summary },
        ]}
        rows={rows}
        keyOf={({ type }) => type}
      />
    </section>
  );
}
