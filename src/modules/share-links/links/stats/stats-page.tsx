/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Locale } from "../../../../kit/language/locale.ts";
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
  useWords,
} from "../../../../pages/index.ts";
import { SHARE_WORDS } from "../words/index.ts";
import type { OriginCount, Stats } from "./read-stats.ts";

interface StatsPageProps {
  site: Site;
  locale: Locale;
  stats: Stats;
  /** The path of this page, which holds the secret. */
  path: string;
  /** Whether the destination was just changed. */
  isChanged: boolean;
  /** A refused destination as entered, with the reason; null without one. */
  refused: { entered: string; message: string } | null;
}

const MARKS = { active: "ok", expired: "unknown", revoked: "bad", policy_blocked: "warn" } as const;

/** The statistics of one link for its maker, and the form that changes its destination. */
export function StatsPage(props: StatsPageProps): JSX.Element {
  const { site, locale, stats, path, isChanged } = props;
  const words = SHARE_WORDS.in(locale);
  const { link, totals } = stats;
  return (
    <Layout
      site={site}
      path="/share/statistics"
      isUnlisted
      locale={locale}
      title={words.say("stats_title")}
      description={words.say("stats_about")}
    >
      <h1>{link.title ?? words.say("stats_title")}</h1>
      {isChanged && (
        <p class="callout" role="status">
          {words.say("stats_changed")}
        </p>
      )}
      <p class="lead">
        <a href={link.short_url}>{link.short_url}</a>
      </p>
      <Tiles
        tiles={[
          { label: words.say("visits"), value: totals.human, note: words.say("visits_note") },
          { label: words.say("repeated"), value: totals.duplicate, note: words.say("repeated_note") },
          { label: words.say("previews"), value: totals.preview_bot, note: words.say("previews_note") },
          { label: words.say("qr_downloads"), value: totals.qr_downloads },
        ]}
      />
      <Visits stats={stats} />
      <Origins stats={stats} />
      <Settings {...props} />
      <p>
        {words.show("same_as", {
          json: (text) => <a href={`${path}.json`}>{text}</a>,
          csv: (text) => <a href={`${path}.csv`}>{text}</a>,
        })}
      </p>
    </Layout>
  );
}

function Visits({ stats: { days, from, to, totals } }: Pick<StatsPageProps, "stats">): JSX.Element {
  const words = useWords(SHARE_WORDS);
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{words.say("visits_by_day")}</h2>
      <LineChart
        id="visits-chart"
        title={words.say("visits_by_day")}
        summary={words.say("visits_summary", { count: totals.human, from, to })}
        labelHead={words.say("day_utc")}
        labels={days.map(({ day }) => day)}
        series={[
          { name: words.say("visits"), values: days.map(({ human }) => human) },
          { name: words.say("previews"), values: days.map(({ preview_bot }) => preview_bot) },
        ]}
        format={String}
      />
    </section>
  );
}

function Origins({ stats }: Pick<StatsPageProps, "stats">): JSX.Element {
  const words = useWords(SHARE_WORDS);
  const { channels, countries, qr_downloads, referrers, utm_campaigns, utm_mediums, utm_sources } = stats;
  return (
    <section aria-labelledby="origins">
      <h2 id="origins">{words.say("origins")}</h2>
      {channels.length === 0 ? (
        <EmptyState title={words.say("channels_none")}>
          <p>{words.say("channels_when")}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.say("by_channel")}
          columns={[
            { head: words.say("channel"), cell: ({ channel }) => channel },
            { head: words.say("visits"), numeric: true, cell: ({ human }) => human },
            { head: words.say("previews"), numeric: true, cell: ({ preview_bot }) => preview_bot },
          ]}
          rows={channels}
          keyOf={({ channel }) => channel}
        />
      )}
      <OriginTable caption={words.say("by_referrer")} head={words.say("host")} rows={referrers} />
      <OriginTable caption={words.say("by_country")} head={words.say("country")} rows={countries} />
      <OriginTable
        caption={words.say("by_parameter", { name: "utm_source" })}
        head="utm_source"
        rows={utm_sources}
      />
      <OriginTable
        caption={words.say("by_parameter", { name: "utm_medium" })}
        head="utm_medium"
        rows={utm_mediums}
      />
      <OriginTable
        caption={words.say("by_parameter", { name: "utm_campaign" })}
        head="utm_campaign"
        rows={utm_campaigns}
      />
      <OriginTable caption={words.say("by_qr_format")} head={words.say("format")} rows={qr_downloads} />
    </section>
  );
}

interface OriginTableProps {
  caption: string;
  head: string;
  rows: readonly OriginCount[];
}

function OriginTable({ caption, head, rows }: OriginTableProps): JSX.Element | null {
  const words = useWords(SHARE_WORDS);
  if (rows.length === 0) return null;
  return (
    <Table
      caption={caption}
      columns={[
        { head, cell: ({ value }) => value },
        { head: words.say("count"), numeric: true, cell: ({ visits }) => visits },
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
  const words = useWords(SHARE_WORDS);
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{words.say("the_link")}</h2>
      <KeyValue
        rows={[
          [
            words.say("state"),
            <StatusMark key="state" status={MARKS[link.state]} word={words.say(`state_${link.state}`)} />,
          ],
          [words.say("leads_to"), link.destination],
          [words.say("made"), utcWords(link.created_at)],
          [words.say("expires"), utcWords(link.expires_at)],
          [
            words.say("destination_changed"),
            link.edited_at === null ? words.say("never") : utcWords(link.edited_at),
          ],
        ]}
      />
      <form method="post" action={`${path}/destination`} class="form">
        <Field
          name="destination"
          label={words.say("new_destination")}
          required
          value={refused?.entered}
          fault={refused?.message}
          note={words.say("new_destination_note")}
        />
        <button type="submit">{words.say("change_destination")}</button>
      </form>
    </section>
  );
}
