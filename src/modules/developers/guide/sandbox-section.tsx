/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Table } from "../../../pages/index.ts";
import { FIXTURE_SECRET } from "../../sandbox/files/index.ts";
import { PROMOTION_CHECKS } from "../../sandbox/promotion/index.ts";

const SANDBOX = "/api/partner/sandbox";

export function SandboxSection(): JSX.Element {
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">9. Use the sandbox, then go live</h2>
      <p>
        A sandbox key accepts the same requests under <code>{SANDBOX}/</code>, on your own state: three users
        (the first is <code>ext:demo-user</code>), two webhooks and one dead letter. Nothing live is affected
        and nothing is sent. The state is reset every night.
      </p>
      <p>
        The same calls on a new state give the same responses, byte for byte: ids and secrets depend on the
        previous calls, and the sandbox clock advances by one second per mutation. Your tests can rely on
        this.
      </p>
      <p>
        <code>POST {SANDBOX}/webhook-simulator/run</code> signs a delivery to test your receiver, with{" "}
        <code>"timestamp": "now"</code> for the current time. Unless you send a secret, it signs with{" "}
        <code>{FIXTURE_SECRET}</code>, as the seed's webhooks do.
      </p>
      <p>
        <code>GET {SANDBOX}/promotion-report</code> shows which of these checks your key has passed in the
        last 30 days. When all have passed, ask the operators for a live key.
      </p>
      <Table
        caption="Checks before going live"
        columns={[
          { head: "Check", cell: ({ name }) => <code>{name}</code> },
          { head: "How to pass it", cell: ({ howToPass }) => howToPass },
        ]}
        rows={PROMOTION_CHECKS}
        keyOf={({ name }) => name}
      />
    </section>
  );
}
