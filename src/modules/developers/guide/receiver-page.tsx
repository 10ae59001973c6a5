/** @jsxImportSource preact */

import type { JSX } from "preact";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";
import { CodeBlock, Contents, KeyValue, Layout, Table, Tabs } from "../../../pages/index.ts";
import { EVENT_CATALOGUE } from "../../webhooks/events/index.ts";
import type { DeliveryRules, DevelopersInput } from "./input.ts";
import { RECEIVERS } from "./snippets.ts";

/** How to receive deliveries: verify, acknowledge, drop what was seen, rotate, and what happens when it goes wrong. */
export function ReceiverPage({ site, delivery }: DevelopersInput): JSX.Element {
  return (
    <Layout
      site={site}
      path="/developers/webhooks"
      title="Receive webhooks"
      description="Verify deliveries by either family of headers, acknowledge them, drop what you saw, and change secrets without a gap."
    >
      <div class="with-contents">
        <Contents
          items={[
            ["make", "Make a webhook"],
            ["verify", "Verify"],
            ["acknowledge", "Acknowledge"],
            ["dedupe", "Drop what you saw"],
            ["retries", "When it goes wrong"],
            ["rotate", "Change the secret"],
            ["types", "Event types"],
          ]}
        />
        <div>
          <h1>Receive webhooks</h1>
          <p class="lead">
            Every change that your requests make, and every one that we make for you, is sent to the addresses
            that you name: signed, at least once, first attempts in the order of the changes.
          </p>
          <Make />
          <Verify />
          <Acknowledge delivery={delivery} />
          <Dedupe />
          <WhenItGoesWrong delivery={delivery} />
          <Rotate />
          <Types />
        </div>
      </div>
    </Layout>
  );
}

function Make(): JSX.Element {
  return (
    <section aria-labelledby="make">
      <h2 id="make">1. Make a webhook</h2>
      <p>
        <code>POST /api/partner/webhooks</code> with a type of the catalogue, or <code>*</code> for all. The
        answer shows the secret, this once. <code>POST /api/partner/webhooks/WEBHOOK_ID/test</code> sends a{" "}
        <code>webhook.test</code> to it and to no other.
      </p>
      <CodeBlock
        label="Body"
        code={JSON.stringify(
          { event_type: "salutes.credit", target_url: "https://partner.example/hooks/salute" },
          null,
          2,
        )}
      />
    </section>
  );
}

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const TIMESTAMP = "1795255200";
const ID = "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B";
const BODY = `{"event_id":"${ID}","event_type":"salutes.credit","data":{"user_id":"1","delta":25,"balance":125}}`;

const HEADERS: readonly { header: string; meaning: string }[] = [
  { header: "X-Webhook-Id", meaning: "The event's id: the same on every attempt and replay." },
  { header: "X-Webhook-Event", meaning: "The event's type." },
  { header: "X-Webhook-Timestamp", meaning: "Unix seconds of this attempt." },
  {
    header: "X-Webhook-Signature",
    meaning:
      "Lower-case hex HMAC-SHA256 over the timestamp, a full stop and the raw body, keyed with the whole text of the secret.",
  },
  { header: "X-Webhook-Attempt", meaning: "Which attempt this is." },
  { header: "X-Webhook-Schema", meaning: "The version of the shapes: 1." },
  {
    header: "webhook-id, webhook-timestamp",
    meaning: "The same id and time, as Standard Webhooks names them.",
  },
  {
    header: "webhook-signature",
    meaning:
      "v1, and base64 HMAC-SHA256 over id.timestamp.body, keyed with the decoded rest of the secret after whsec_; several with a blank between.",
  },
];

function Verify(): JSX.Element {
  return (
    <section aria-labelledby="verify">
      <h2 id="verify">2. Verify</h2>
      <p>
        Anybody can post to your address; only we and you know the secret. Check the signature over the exact
        bytes that came, before any parsing, in constant time, and refuse a timestamp that is more than 300
        seconds off. Two families of headers prove the same; one is enough, and the published verifiers of{" "}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a> take the second as it is.
      </p>
      <Table
        caption="Headers of a delivery"
        columns={[
          { head: "Header", cell: ({ header }) => <code>{header}</code> },
          { head: "What it bears", cell: ({ meaning }) => meaning },
        ]}
        rows={HEADERS}
        keyOf={({ header }) => header}
      />
      <p>
        Whole programs that need nothing but their language. Each takes <code>SECRETS</code> from the
        environment: the present one and, after a rotation, the one before it.
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
      <p>This delivery, with a secret of no webhook, must give this signature:</p>
      <KeyValue
        rows={[
          ["Secret", <code key="secret">{SECRET}</code>],
          ["Timestamp", <code key="timestamp">{TIMESTAMP}</code>],
        ]}
      />
      <CodeBlock label="Raw body" code={BODY} />
      <CodeBlock label="X-Webhook-Signature" code={hmacSha256Hex(SECRET, `${TIMESTAMP}.${BODY}`)} />
      <p>
        <code>POST /api/partner/webhooks/signature/verify</code> says for any payload, timestamp and secret
        what the signature should be.
      </p>
    </section>
  );
}

function Acknowledge({ delivery }: { delivery: DeliveryRules }): JSX.Element {
  return (
    <section aria-labelledby="acknowledge">
      <h2 id="acknowledge">3. Acknowledge</h2>
      <p>
        Answer with any 2xx within {delivery.timeoutSeconds} seconds, as soon as the event is safely in a
        queue or table of yours; do the work afterwards. Answer a type that you do not know with 2xx too: new
        ones come without notice. A redirect is not followed and counts as a failure. <code>410</code> says
        that nothing more is wanted: the webhook is switched off.
      </p>
    </section>
  );
}

function Dedupe(): JSX.Element {
  return (
    <section aria-labelledby="dedupe">
      <h2 id="dedupe">4. Drop what you saw</h2>
      <p>
        A delivery may come twice: your 2xx may not have reached us. Keep <code>X-Webhook-Id</code> for 48
        hours, best under a unique index and in the commit that takes the event, and answer a known one with
        2xx and no effect. A replay that you ask for bears the same id.
      </p>
    </section>
  );
}

function WhenItGoesWrong({ delivery }: { delivery: DeliveryRules }): JSX.Element {
  const { maxAttempts, retryBaseSeconds, retryMaxSeconds, retryJitter } = delivery;
  return (
    <section aria-labelledby="retries">
      <h2 id="retries">5. When it goes wrong</h2>
      <ul>
        <li>
          At most {maxAttempts} attempts: the second after {retryBaseSeconds} s, each further wait twice the
          one before, at most {retryMaxSeconds} s, all ±{Math.round(retryJitter * 100)} %. On 429 and 503 a{" "}
          <code>Retry-After</code> of yours is kept to, up to that cap.
        </li>
        <li>
          After the last one, or 3 days, the record is a dead letter. <code>webhook.delivery_failed</code>{" "}
          tells your other webhooks; <code>GET /api/partner/webhooks/dlq</code> sums up, and{" "}
          <code>POST /api/partner/webhook-events/replay</code> sends records anew once the receiver is mended.
        </li>
        <li>
          Switch a webhook off with <code>PATCH /api/partner/webhooks/WEBHOOK_ID</code> while your receiver is
          away: its deliveries are held, up to 90 days, and sent oldest first once it is on again.
        </li>
        <li>
          <code>GET /api/partner/webhook-events/EVENT_ID/attempts</code> shows what your receiver answered
          each time.
        </li>
      </ul>
    </section>
  );
}

function Rotate(): JSX.Element {
  return (
    <section aria-labelledby="rotate">
      <h2 id="rotate">6. Change the secret</h2>
      <p>
        <code>POST /api/partner/webhooks/WEBHOOK_ID/rotate-secret</code> makes a new secret, or takes the one
        that you send. <code>X-Webhook-Signature</code> is made with it at once;{" "}
        <code>webhook-signature</code> carries both for 24 hours. So without a gap: choose the new secret
        yourself (<code>whsec_</code> and 24 to 64 bytes as base64), let your receivers accept both, then
        rotate to it, and drop the old one a day later.
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
        The body is always <code>{'{"event_id", "event_type", "data"}'}</code>. The shape of each type's data,
        with an example, stands in the <a href="/docs">reference</a>, and in the OpenAPI document under
        webhooks.
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
