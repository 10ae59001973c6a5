/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  EmptyState,
  Field,
  KeyValue,
  type Reader,
  Secret,
  StatusMark,
  Table,
  Time,
} from "../../../../pages/index.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { Clicks } from "./admin-clicks.tsx";
import { LinkList } from "./admin-links.tsx";
import { ADMIN_PATH, type AdminPageProps, CREATE_TOKEN_PATH, TOKENS_PATH } from "./admin-view.ts";

/** The operators' page of share links: clicks, links, revocations with reasons, track tokens. */
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

/** The token for forms of operators who may act; null for viewers, and with a bearer token. */
function formToken({ role, csrfToken }: Reader): string | null {
  return role === "viewer" ? null : csrfToken;
}

function Revocations({ reader, revoked, now }: AdminPageProps): JSX.Element {
  const csrfToken = formToken(reader);
  return (
    <section aria-labelledby="revocations">
      <h2 id="revocations">Revocations</h2>
      {revoked.length === 0 ? (
        <EmptyState title="Revoked links appear here">
          <p>A revoked link answers 410 from that moment on, permanently.</p>
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
        <Action to={`${ADMIN_PATH}/revoke`} csrfToken={csrfToken} label="Revoke permanently" dangerous>
          <Field name="short_code" label="Code or link" required note="With or without its signature" />
          <Field
            name="reason"
            label="Reason"
            required
            note="Stored, and shown to anyone who asks about the link"
          />
        </Action>
      )}
    </section>
  );
}

function Events(props: AdminPageProps): JSX.Element {
  const { events } = props;
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
      <TrackTokens {...props} />
    </section>
  );
}

function TrackTokens({ reader, tokens, now }: AdminPageProps): JSX.Element {
  const csrfToken = formToken(reader);
  return (
    <>
      <h3>Track tokens</h3>
      {csrfToken !== null && (
        <p>
          <a class="button" href={CREATE_TOKEN_PATH}>
            Create token
          </a>
        </p>
      )}
      {tokens.length === 0 ? (
        <p>No track tokens yet.</p>
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
                    to={`${TOKENS_PATH}/${name}/revoke`}
                    csrfToken={csrfToken}
                    label={`Revoke ${name}`}
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
    </>
  );
}

/** The form that creates a track token. */
export function TokenForm({ csrfToken }: { csrfToken: string }): JSX.Element {
  return (
    <Action to={TOKENS_PATH} csrfToken={csrfToken} label="Create token" main>
      <Field name="name" label="Name" required note="Its user, such as web" />
    </Action>
  );
}

/** The page that shows a new token; it cannot be read again later. */
export function NewToken({ name, token }: { name: string; token: string }): JSX.Element {
  return (
    <>
      <p class="lead">The token is shown only once. Hand it over by a private channel.</p>
      <KeyValue
        rows={[
          ["Name", name],
          ["Token", <Secret key="token" value={token} label="the token" />],
        ]}
      />
      <p>
        <a href={ADMIN_PATH}>Back to share links</a>
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
        Checked when a link is created and each time it is followed. The same as JSON:{" "}
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
