/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Limits } from "../../../http/services.ts";
import { Table } from "../../../pages/index.ts";

interface LimitRow {
  what: string;
  perMinute: number;
  countedBy: string;
}

function limitRows(limits: Limits): LimitRow[] {
  return [
    { what: "Live keys", perMinute: limits.partner, countedBy: "key, unless set for the key" },
    { what: "Sandbox keys", perMinute: limits.sandbox, countedBy: "key, unless set for the key" },
    { what: "Failed authentications", perMinute: limits.failedAuth, countedBy: "address" },
    { what: "Public API", perMinute: limits.publicApi, countedBy: "address" },
    { what: "Pages", perMinute: limits.pages, countedBy: "address" },
    ...[...limits.announced.values()].map(({ label, ...limit }) => ({ what: label, ...limit })),
  ];
}

export function RateLimits({ limits }: { limits: Limits }): JSX.Element {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">6. Rate limits</h2>
      <p>
        Windows are whole minutes. Every counted answer carries <code>X-RateLimit-Limit</code>,{" "}
        <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> (Unix seconds); a 429 adds{" "}
        <code>Retry-After</code>. Where two limits apply, the headers show the one nearer its end.
      </p>
      <Table
        caption="Rate limits"
        columns={[
          { head: "What", cell: ({ what }) => what },
          {
            head: "Requests a minute",
            cell: ({ perMinute }) => (perMinute === 0 ? "no limit" : perMinute),
            numeric: true,
          },
          { head: "Counted by", cell: ({ countedBy }) => countedBy },
        ]}
        rows={limitRows(limits)}
        keyOf={({ what }) => what}
      />
      <p>IPv6 addresses count by their /64. A right signature is never held back by others' failures.</p>
    </section>
  );
}
