/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { EmptyState, KeyValue, StatusMark, Table, Time } from "../../../pages/index.ts";
import { PREFLIGHT_PATH } from "../preflight/index.ts";
import type { Digest } from "./model.ts";

/** The digest page: concerns first, then figures. */
export function DigestContent({ digest, now }: { digest: Static<typeof Digest>; now: number }): JSX.Element {
  const { concerns, status, incidents, preflight, links, errors, deliveries, backups, subscribers } = digest;
  return (
    <>
      <h2 id="concerns">Needs attention</h2>
      {concerns.length === 0 ? (
        <p>
          <StatusMark status="ok" word="all well" />
        </p>
      ) : (
        <ul class="notices">
          {concerns.map((concern) => (
            <li key={concern}>
              <StatusMark status="warn" /> {concern}
            </li>
          ))}
        </ul>
      )}
      <h2 id="figures">The last 24 hours</h2>
      <KeyValue
        rows={[
          ["Status", <StatusMark key="status" status={status.overall} />],
          [
            "Incidents",
            <a key="incidents" href="/admin/ops/incidents">
              {incidents.last_24h}, of which {incidents.open.length} open
            </a>,
          ],
          [
            "Preflight guards",
            <a key="guards" href={PREFLIGHT_PATH}>
              {preflight.counts.pass} pass, {preflight.counts.warn} warn, {preflight.counts.fail} fail;{" "}
              {preflight.changes_since_yesterday} changed since yesterday
            </a>,
          ],
          [
            "Links",
            <a key="links" href="/admin/ops/link-inbox">
              {links.open} open, {links.resolved} resolved, {links.failing} failing
            </a>,
          ],
          ["Deliveries", `${deliveries.made} created, ${deliveries.dead_letters} dead letters`],
          [
            "Newest backup",
            backups.newest_at === null ? (
              "none"
            ) : (
              <Time key="backup" at={Date.parse(backups.newest_at)} now={now} />
            ),
          ],
          ["Subscribers", String(subscribers.confirmed)],
        ]}
      />
      <h2 id="errors">Refused requests ({errors.counted})</h2>
      {errors.top.length === 0 ? (
        <EmptyState title="The most frequent refusals will be here.">None in 24 hours.</EmptyState>
      ) : (
        <Table
          caption="The most frequent refusals"
          columns={[
            { head: "Code", cell: ({ code }) => <code>{code}</code> },
            { head: "Route", cell: ({ path }) => <code>{path}</code> },
            { head: "Count", cell: ({ count }) => count, numeric: true },
          ]}
          rows={errors.top}
          keyOf={({ code, path }) => `${code} ${path}`}
        />
      )}
      <p class="sources">
        <a href="/admin/ops/digest/resolved-verification.json">Verification of resolved items as JSON</a>
      </p>
    </>
  );
}
