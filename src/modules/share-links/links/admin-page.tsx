/** @jsxImportSource preact */

import type { JSX } from "preact";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import {
  Action,
  EmptyState,
  Field,
  KeyValue,
  LineChart,
  type Reader,
  Secret,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { ChannelCounts, ClickCounts, DayCounts } from "./click-store.ts";
import type { LinkState } from "./find-short-link.ts";
import type { Policy } from "./policy.ts";
import type { ShownCount } from "./read.ts";
import { AUDIO_SHARE_PATH } from "./routes.links.ts";
import type { EventTotal, LinkRow, TokenRow } from "./store.ts";

/** A link as operators see it. */
export interface ListedLink {
  link: LinkRow;
  state: LinkState;
  clicks: Record<keyof ClickCounts, ShownCount>;
}

export interface AdminPageProps {
  reader: Reader;
  now: number;
  links: ListedLink[];
  /** The id to go on from; null on the last page. */
  next: number | null;
  revoked: LinkRow[];
  days: DayCounts[];
  channels: ChannelCounts[];
  events: EventTotal[];
  tokens: TokenRow[];
  policy: Policy;
  siteOrigin: string;
}

export const ADMIN_PATH = "/admin/audio-share";
export const CHART_DAYS = 30;

/** What operators want to know of share links: how they are followed, which there are, what was revoked and why. */
export function AdminPage(props: AdminPageProps): JSX.Element {
  return (
    <>
      <Clicks {...props} />
      <LinkList {...props} />
      <Revocations {...props} />
      <Events {...props} />
      <PolicySection {...props} />
    </>
  );
}

/** The token for forms of those who may act; null for viewers, and with a bearer token. */
function formToken({ role, csrfToken }: Reader): string | null {
  return role === "viewer" ? null : csrfToken;
}

function Clicks({ days, channels }: AdminPageProps): JSX.Element {
  const total = days.reduce((sum, { human }) => sum + human, 0);
  return (
    <section aria-labelledby="clicks">
      <h2 id="clicks">Clicks</h2>
      <LineChart
        id="clicks-chart"
        title={`Clicks a day, ${CHART_DAYS} days`}
        summary={`${total} human clicks in ${CHART_DAYS} days. A visitor's further clicks within an hour are duplicates.`}
        labelHead="Day (UTC)"
        labels={days.map(({ day }) => utcDay(day * DAY_MS))}
        series={[
          { name: "Human", values: days.map(({ human }) => human) },
          { name: "Preview bots", values: days.map(({ preview_bot }) => preview_bot) },
          { name: "Prefetch and HEAD", values: days.map(({ prefetch, head }) => prefetch + head) },
          { name: "Duplicates", values: days.map(({ duplicate }) => duplicate) },
        ]}
        format={String}
      />
      {channels.length > 0 && (
        <Table
          caption="Clicks by channel"
          columns={[
            { head: "Channel", cell: ({ channel }) => channel },
            { head: "Human", numeric: true, cell: ({ human }) => human },
            { head: "Preview bots", numeric: true, cell: ({ preview_bot }) => preview_bot },
            { head: "Duplicates", numeric: true, cell: ({ duplicate }) => duplicate },
          ]}
          rows={channels}
          keyOf={({ channel }) => channel}
        />
      )}
    </section>
  );
}

const MARKS = { active: "ok", expired: "unknown", revoked: "bad", policy_blocked: "warn" } as const;

function LinkList({ links, next, now }: AdminPageProps): JSX.Element {
  return (
    <section aria-labelledby="list">
      <h2 id="list">Links</h2>
      {links.length === 0 ? (
        <EmptyState title="Short links appear here">
          <p>
            They are made with <code>use_short=1</code>, by the API or at <a href="/share">/share</a>.
          </p>
        </EmptyState>
      ) : (
        <Table
          caption="Links, newest first"
          columns={[
            { head: "Code", cell: ({ link }) => <code>{link.code}</code> },
            { head: "State", cell: ({ state }) => <StatusMark status={MARKS[state]} word={state} /> },
            { head: "Kind", cell: ({ link }) => (link.kid === null ? "plain" : "signed") },
            { head: "Destination", cell: ({ link }) => link.destination },
            { head: "Made", cell: ({ link }) => <Time at={link.created_at} now={now} /> },
            { head: "Expires", cell: ({ link }) => <Time at={link.expires_at} now={now} /> },
            { head: "Human clicks", numeric: true, cell: ({ clicks }) => clicks.human },
          ]}
          rows={links}
          keyOf={({ link }) => link.id}
        />
      )}
      {next !== null && (
        <p>
          <a href={`${ADMIN_PATH}?before=${next}`}>Older links</a>
        </p>
      )}
    </section>
  );
}

function Revocations({ reader, revoked, now }: AdminPageProps): JSX.Element {
  const csrfToken = formToken(reader);
  return (
    <section aria-labelledby="revocations">
      <h2 id="revocations">Revocations</h2>
      {revoked.length === 0 ? (
        <EmptyState title="Revoked links appear here">
          <p>A revoked link answers 410 from that moment on, for good.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Last revoked first"
          columns={[
            { head: "Code", cell: ({ code }) => <code>{code}</code> },
            { head: "Reason", cell: ({ revoked_reason }) => revoked_reason },
            { head: "By", cell: ({ revoked_by }) => revoked_by },
            { head: "When", cell: ({ revoked_at }) => <Time at={revoked_at ?? now} now={now} /> },
          ]}
          rows={revoked}
          keyOf={({ id }) => id}
        />
      )}
      {csrfToken !== null && (
        <Action to={`${ADMIN_PATH}/revoke`} csrfToken={csrfToken} label="Revoke link" dangerous>
          <Field name="short_code" label="Code or link" required note="With or without its signature" />
          <Field name="reason" label="Reason" required note="Kept, and told to whoever asks about the link" />
        </Action>
      )}
    </section>
  );
}

function Events({ reader, events, tokens, now }: AdminPageProps): JSX.Element {
  const csrfToken = formToken(reader);
  return (
    <section aria-labelledby="events">
      <h2 id="events">Reported events</h2>
      {events.length === 0 ? (
        <EmptyState title="Events appear here">
          <p>
            Pages report them to <code>{AUDIO_SHARE_PATH}/track</code>.
          </p>
        </EmptyState>
      ) : (
        <KeyValue rows={events.map(({ event_type, events: count }) => [event_type, count])} />
      )}
      <h3>Track tokens</h3>
      {tokens.length === 0 ? (
        <p>There is none.</p>
      ) : (
        <Table
          caption="Track tokens, newest first"
          columns={[
            { head: "Name", cell: ({ name }) => name },
            { head: "Made", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
            {
              head: "State",
              cell: ({ revoked_at }) =>
                revoked_at === null ? (
                  <StatusMark status="ok" word="admits" />
                ) : (
                  <StatusMark status="bad" word="revoked" />
                ),
            },
            {
              head: "Refuse",
              cell: ({ name, revoked_at }) =>
                csrfToken !== null && revoked_at === null ? (
                  <Action
                    to={`${ADMIN_PATH}/track-tokens/${name}/revoke`}
                    csrfToken={csrfToken}
                    label={`Refuse ${name}`}
                    dangerous
                  />
                ) : (
                  ""
                ),
            },
          ]}
          rows={tokens}
          keyOf={({ id }) => id}
        />
      )}
      {csrfToken !== null && (
        <Action to={`${ADMIN_PATH}/track-tokens`} csrfToken={csrfToken} label="Create token">
          <Field name="name" label="Name" required note="Who reports with it, such as web" />
        </Action>
      )}
    </section>
  );
}

/** What is shown once: after this page nobody can read the token again. */
export function NewToken({ name, token }: { name: string; token: string }): JSX.Element {
  return (
    <>
      <p class="lead">The token is shown this once. Hand it over by a way that nobody else reads.</p>
      <KeyValue
        rows={[
          ["Name", name],
          ["Token", <Secret key="token" value={token} label="the token" />],
        ]}
      />
      <p>
        <a href={ADMIN_PATH}>To share links</a>
      </p>
    </>
  );
}

function PolicySection({ policy, siteOrigin }: AdminPageProps): JSX.Element {
  const listed = (items: readonly (string | number)[]) => (items.length === 0 ? "none" : items.join(", "));
  return (
    <section aria-labelledby="policy">
      <h2 id="policy">Policy</h2>
      <p>
        Asked when a link is made and each time it is followed. The same as JSON:{" "}
        <a href={`${AUDIO_SHARE_PATH}/policy.json`}>policy.json</a>.
      </p>
      <KeyValue
        rows={[
          [
            "Revision",
            `${policy.revision} (${policy.source === "file" ? "AUDIO_SHARE_POLICY_FILE" : "built in"})`,
          ],
          ["Always allowed", siteOrigin],
          ["Allow", listed(policy.allow)],
          ["Deny", listed(policy.deny)],
          ["Schemes", listed(policy.schemes)],
          ["Further ports", listed(policy.ports)],
          ["Longest destination", `${policy.max_length} characters`],
        ]}
      />
    </section>
  );
}
