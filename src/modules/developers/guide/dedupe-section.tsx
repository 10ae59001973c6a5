/** @jsxImportSource preact */

import type { JSX } from "preact";

/** How receivers recognise an event, and why not by a header. */
export function Dedupe(): JSX.Element {
  return (
    <section aria-labelledby="dedupe">
      <h2 id="dedupe">4. Drop duplicates</h2>
      <p>
        A delivery may arrive twice, for example if your 2xx was lost. Store the body's <code>event_id</code>{" "}
        with a unique index, in the transaction that stores the event, and answer a known id with 2xx without
        processing it again. Attempts and replays of an event have the same id. Automatic retries end after 3
        days, but held deliveries and replays arrive up to 90 days later: keep ids for 90 days.
      </p>
      <p>
        Do not use <code>X-Webhook-Id</code> for this. <code>X-Webhook-Signature</code> covers the timestamp
        and the body, not the other headers: a captured delivery sent again under another{" "}
        <code>X-Webhook-Id</code> still verifies, and would be processed twice. Refuse a delivery whose{" "}
        <code>X-Webhook-Id</code> or <code>webhook-id</code> differs from <code>event_id</code>.{" "}
        <code>webhook-signature</code> covers <code>webhook-id</code>, so an id verified by a library of
        Standard Webhooks equals <code>event_id</code>.
      </p>
    </section>
  );
}
