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
        A sandbox key takes the same requests under <code>{SANDBOX}/</code>, on a state of your own: three
        users (the first is <code>ext:demo-user</code>), two webhooks and one dead letter. Nothing live is
        touched and nothing is sent. Every night it begins anew.
      </p>
      <p>
        The same calls on a fresh state give the same answers, byte for byte: ids and secrets follow from the
        calls before, and the sandbox clock moves one second with each mutation. Your tests may rely on it.
      </p>
      <p>
        <code>POST {SANDBOX}/webhook-simulator/run</code> signs a delivery for trying your receiver, with{" "}
        <code>"timestamp": "now"</code> for the present. Unless you send a secret, it signs with{" "}
        <code>{FIXTURE_SECRET}</code>, as the seed's webhooks do.
      </p>
      <p>
        <code>GET {SANDBOX}/promotion-report</code> says which of these your key has shown in the last 30
        days. Then ask the operators for a live key.
      </p>
      <Table
        caption="What to show before going live"
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
