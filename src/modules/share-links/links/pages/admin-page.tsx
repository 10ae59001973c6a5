/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, EmptyState, Field, KeyValue, Secret } from "../../../../pages/index.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { Clicks } from "./admin-clicks.tsx";
import { Lists } from "./admin-lists.tsx";
import { ADMIN_PATH, type AdminPageProps, TOKENS_PATH } from "./admin-view.ts";

/** The operators' page of share links: clicks, a list, reported events, and the policy. */
export function AdminPage(props: AdminPageProps): JSX.Element {
  return (
    <>
      <Clicks {...props} />
      <Lists {...props} />
      <Events {...props} />
      <PolicySection {...props} />
    </>
  );
}

function Events({ events }: AdminPageProps): JSX.Element {
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
    </section>
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
