/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Action, Choice, KeyValue, PartnerLink, type Reader, Secret, Time } from "../../../pages/index.ts";
import type { IssuedLink } from "./model.ts";

interface LinksProps {
  reader: Reader;
  partner: string;
  /** Number of open sessions. */
  sessions: number;
  embedOrigins: readonly string[];
}

const HOURS = [
  ["300", "5 minutes"],
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["604800", "7 days"],
] as const;

/** The form that makes a link to a partner's own pages, and the end of its sessions. */
export function Links({ reader, partner, sessions, embedOrigins }: LinksProps): JSX.Element {
  const at = `/admin/partners/${partner}/portal`;
  return (
    <>
      <p class="lead">
        The own pages of <PartnerLink name={partner} />. A link opens one session of eight hours, which ends
        early when the access or the role of the operator who made it changes.
      </p>
      {reader.csrfToken !== null && (
        <Action to={at} csrfToken={reader.csrfToken} label="Create link" main>
          <Choice
            name="access"
            label="Access"
            options={[
              ["read", "read: shows everything, changes nothing"],
              [
                "manage",
                reader.role === "owner"
                  ? "manage: webhooks, sandboxes, keys, members"
                  : "manage: webhooks, sandboxes; keys and members only by an owner's link",
              ],
            ]}
          />
          <Choice name="expires_in" label="The link can be opened for" options={HOURS} />
          {embedOrigins.length > 0 && (
            <Choice
              name="embed_origin"
              label="In a frame of"
              options={[["", "no site"], ...embedOrigins.map((each) => [each, each] as const)]}
            />
          )}
        </Action>
      )}
      <p>
        <a href={`${at}/settings`}>What it may do there</a>, and its <a href={`${at}/members`}>members</a>
      </p>
      <h2 id="sessions">Open sessions</h2>
      <p>
        {sessions === 0 ? "None: a link that is opened starts one." : sessions.toLocaleString("en")}
        {sessions > 0 && (
          <>
            . <a href={`${at}/end-sessions`}>End them</a>
          </>
        )}
      </p>
    </>
  );
}

interface ShownLinkProps {
  partner: string;
  link: Static<typeof IssuedLink>;
  now: number;
}

/** A new link, which cannot be shown again. */
export function ShownLink({ partner, link, now }: ShownLinkProps): JSX.Element {
  return (
    <>
      <p class="lead">
        This link is shown only once. Hand it over by a private channel, or open it yourself.
      </p>
      <KeyValue
        rows={[
          [
            "Link",
            <span key="link" class="anywhere">
              <Secret value={link.url ?? ""} label="the link" />
            </span>,
          ],
          ["Access", link.access],
          ["Can be opened until", <Time key="end" at={Date.parse(link.expires_at)} now={now} />],
          ["Partner", <PartnerLink key="partner" name={partner} />],
        ]}
      />
      <p>
        <a href={link.url ?? ""}>Open the partner's portal</a>
      </p>
    </>
  );
}
