/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  EmptyState,
  Field,
  KeyValue,
  Layout,
  LineChart,
  type Site,
  StatusMark,
  Table,
  Tiles,
} from "../../../../pages/index.ts";
import type { OriginCount, Stats } from "./read-stats.ts";

interface StatsPageProps {
  site: Site;
  stats: Stats;
  /** The path of this page, which holds the secret. */
  path: string;
  /** What was just done; null after none. */
  done: string | null;
  /** A refused destination as entered, with the reason; null without one. */
  refused: { entered: string; message: string } | null;
}

const MARKS = { active: "ok", expired: "unknown", revoked: "bad", policy_blocked: "warn" } as const;

/** The statistics of one link for its maker, and the form that changes its destination. */
export function StatsPage(props: StatsPageProps): JSX.Element {
  const { site, stats, path, done } = props;
  const { link, totals } = stats;
  return (
    <Layout
      site={site}
      path="/share/statistics"
      isUnlisted
      title="Link statistics"
      description="Visits of a share link."
    >
      <h1>{link.title ?? "Link statistics"}</h1>
      {done !== null && (
        <p class="callout" role="status">
          {done}
        </p>
      )}
      <p class="lead">
        <a href={link.short_url}>{link.short_url}</a>
      </p>
      <Tiles
        tiles={[
          { label: "Visits", value: totals.human, note: "one per visitor and hour" },
          { label: "Repeated visits", value: totals.duplicate, note: "within an hour" },
          { label: "Previews", value: totals.preview_bot, note: "by programs, counted apart" },
          { label: "QR downloads", value: totals.qr_downloads },
        ]}
      />
      <Visits stats={stats} />
      <Origins stats={stats} />
      <Settings {...props} />
      <p>
        The same as <a href={`${path}.json`}>JSON</a> and <a href={`${path}.csv`}>CSV</a>. Anyone who has this
        page's address can see it and change the destination: keep it to yourself.
      </p>
    </Layout>
  );
}

function Visits({ stats: { days, from, to, totals } }: Pick<StatsPageProps, "stats">): JSX.Element {
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">Visits by day</h2>
      <LineChart
        id="visits-chart"
        title="Visits by day"
        summary={`${totals.human} visits from ${from} to ${to} (UTC).`}
        labelHead="Day (UTC)"
        labels={days.map(({ day }) => day)}
        series={[
          { name: "Visits", values: days.map(({ human }) => human) },
          { name: "Previews", values: days.map(({ preview_bot }) => preview_bot) },
        ]}
        format={String}
      />
    </section>
  );
}

function Origins({ stats }: Pick<StatsPageProps, "stats">): JSX.Element {
  const { channels, countries, qr_downloads, referrers, utm_campaigns, utm_mediums, utm_sources } = stats;
  return (
    <section aria-labelledby="origins">
      <h2 id="origins">Where visitors come from</h2>
      {channels.length === 0 ? (
        <EmptyState title="Channels appear here">
          <p>With the first visit. Links for each channel count as that channel, the QR code as qr.</p>
        </EmptyState>
      ) : (
        <Table
          caption="By channel"
          columns={[
            { head: "Channel", cell: ({ channel }) => channel },
            { head: "Visits", numeric: true, cell: ({ human }) => human },
            { head: "Previews", numeric: true, cell: ({ preview_bot }) => preview_bot },
          ]}
          rows={channels}
          keyOf={({ channel }) => channel}
        />
      )}
      <OriginTable caption="By referring site" head="Host" rows={referrers} />
      <OriginTable caption="By country" head="Country" rows={countries} />
      <OriginTable caption="By utm_source" head="utm_source" rows={utm_sources} />
      <OriginTable caption="By utm_medium" head="utm_medium" rows={utm_mediums} />
      <OriginTable caption="By utm_campaign" head="utm_campaign" rows={utm_campaigns} />
      <OriginTable caption="Downloads of the QR code" head="Format" rows={qr_downloads} />
    </section>
  );
}

interface OriginTableProps {
  caption: string;
  head: string;
  rows: readonly OriginCount[];
}

function OriginTable({ caption, head, rows }: OriginTableProps): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <Table
      caption={caption}
      columns={[
        { head, cell: ({ value }) => value },
        { head: "Count", numeric: true, cell: ({ visits }) => visits },
      ]}
      rows={rows}
      keyOf={({ value }) => value}
    />
  );
}

/** 2026-11-22 10:30 UTC */
function utcWords(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}

function Settings({ stats: { link }, path, refused }: StatsPageProps): JSX.Element {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">The link</h2>
      <KeyValue
        rows={[
          ["State", <StatusMark key="state" status={MARKS[link.state]} word={link.state} />],
          ["Leads to", link.destination],
          ["Made", utcWords(link.created_at)],
          ["Expires", utcWords(link.expires_at)],
          ["Destination changed", link.edited_at === null ? "never" : utcWords(link.edited_at)],
        ]}
      />
      <form method="post" action={`${path}/destination`} class="form">
        <Field
          name="destination"
          label="New destination"
          required
          value={refused?.entered}
          fault={refused?.message}
          note="A path of the site, or an address that the policy allows. The short link stays the same."
        />
        <button type="submit">Change the destination</button>
      </form>
    </section>
  );
}
