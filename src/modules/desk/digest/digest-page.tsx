/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { EmptyState, KeyValue, StatusMark, Table, Time } from "../../../pages/index.ts";
import { PREFLIGHT_PATH } from "../preflight/index.ts";
import type { Digest } from "./model.ts";

interface DigestProps {
  digest: Static<typeof Digest>;
  now: number;
}

/** The digest page: concerns first, then figures. */
export function DigestContent({ digest, now }: DigestProps): JSX.Element {
  const { concerns, errors } = digest;
  return (
    <>
      <h2 id="concerns">Needs attention</h2>
      {concerns.length === 0 ? (
        <p>
          <StatusMark status="ok" word="all well" />
        </p>
      ) : (
        <ul>
          {concerns.map((concern) => (
            <li key={concern}>
              <StatusMark status="warn" /> {concern}
            </li>
          ))}
        </ul>
      )}
      <h2 id="waiting">Waiting ({digest.waiting.length})</h2>
      <ul>
        {digest.waiting.map(({ id, status, message, path }) => (
          <li key={id}>
            <StatusMark status={status} word={status === "bad" ? "act now" : "waits"} />{" "}
            <a href={path}>{message}</a>
          </li>
        ))}
      </ul>
      <h2 id="figures">The last 24 hours</h2>
      <Figures digest={digest} now={now} />
      <h2 id="errors">Refused requests ({errors.counted})</h2>
      <Errors errors={errors} />
      <p class="sources">
        <a href="/admin/ops/digest/resolved-verification.json">Verification of resolved items as JSON</a>
      </p>
    </>
  );
}

function Figures({ digest, now }: DigestProps): JSX.Element {
  const { status, incidents, preflight, links, deliveries, backups, subscribers } = digest;
  return (
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
  );
}

function Errors({ errors }: Pick<DigestProps["digest"], "errors">): JSX.Element {
  if (errors.top.length === 0)
    return <EmptyState title="The most frequent refusals will be here.">None in 24 hours.</EmptyState>;
  return (
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
  );
}
