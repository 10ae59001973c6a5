/** @jsxImportSource preact */

import type { JSX } from "preact";
import { SANDBOXES_PER_MINUTE } from "../../../http/access/partner-admission.ts";
import type { Limits } from "../../../http/services.ts";
import { Table } from "../../../pages/index.ts";

interface LimitRow {
  caller: string;
  perMinute: number;
  countedBy: string;
}

function limitRows(limits: Limits): LimitRow[] {
  return [
    { caller: "Live keys", perMinute: limits.partner, countedBy: "key, unless set for the key" },
    {
      caller: "Sandbox keys",
      perMinute: limits.sandbox,
      countedBy: "key or named sandbox, unless set for the key",
    },
    {
      caller: "All sandboxes of a partner",
      perMinute: limits.sandbox === 0 ? 0 : Math.max(limits.sandbox, SANDBOXES_PER_MINUTE),
      countedBy: "partner",
    },
    { caller: "Failed authentications", perMinute: limits.failedAuth, countedBy: "address" },
    { caller: "Public API", perMinute: limits.publicApi, countedBy: "address" },
    { caller: "Pages", perMinute: limits.pages, countedBy: "address" },
    ...[...limits.announced.values()].map(({ label, ...limit }) => ({ caller: label, ...limit })),
  ];
}

export function RateLimits({ limits }: { limits: Limits }): JSX.Element {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">6. Rate limits</h2>
      <p>
        Windows are whole minutes. Every counted response carries <code>X-RateLimit-Limit</code>,{" "}
        <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> (Unix seconds); a 429 adds{" "}
        <code>Retry-After</code>. If two limits apply, the headers show the one closer to exhaustion.
      </p>
      <Table
        caption="Rate limits"
        columns={[
          { head: "Caller", cell: ({ caller }) => caller },
          {
            head: "Requests per minute",
            cell: ({ perMinute }) => (perMinute === 0 ? "no limit" : perMinute),
            numeric: true,
          },
          { head: "Counted by", cell: ({ countedBy }) => countedBy },
        ]}
        rows={limitRows(limits)}
        keyOf={({ caller }) => caller}
      />
      <p>IPv6 addresses are counted by /64 prefix. Others' failures never limit a valid signature.</p>
    </section>
  );
}
