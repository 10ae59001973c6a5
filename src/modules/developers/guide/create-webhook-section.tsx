/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock } from "../../../pages/index.ts";

const BODY = {
  event_types: ["salutes.*", "donation.claimed"],
  target_url: "https://partner.example/hooks/salute",
  description: "Shop, production",
  headers: { Authorization: "Bearer 5d2c81f0" },
  max_per_second: 20,
};

/** How a webhook is created, with its settings. */
export function CreateWebhook(): JSX.Element {
  return (
    <section aria-labelledby="make">
      <h2 id="make">1. Create a webhook</h2>
      <p>
        <code>POST /api/partner/webhooks</code> with a <code>target_url</code> and 1 to 50{" "}
        <code>event_types</code>: names, <code>salutes.*</code> for all types of a prefix, or <code>*</code>{" "}
        for all. The response shows the secret, only this once.{" "}
        <code>POST /api/partner/webhooks/WEBHOOK_ID/test</code> sends a <code>webhook.test</code> to it alone.
      </p>
      <CodeBlock label="Body" code={JSON.stringify(BODY, null, 2)} language="json" />
      <ul>
        <li>
          <code>headers</code> go with each delivery, at most 10, for example a token that your gateway
          requires. Values are stored encrypted and never shown again. They do not replace the signature.
        </li>
        <li>
          <code>max_per_second</code> is the number of attempts that may start in any one second. Further
          deliveries wait; those to your other webhooks do not.
        </li>
        <li>
          <code>PATCH /api/partner/webhooks/WEBHOOK_ID</code> changes each of them. Waiting deliveries go to a
          new <code>target_url</code> from their next attempt on. For another scheme, host or port give{" "}
          <code>headers</code> again, so that no token goes there unnoticed.
        </li>
      </ul>
    </section>
  );
}
