/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../../http/answers/problem.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { OneOf, Text, Words } from "../../../../http/schema/shapes.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import type { Site } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { LINK_ERRORS } from "../errors.ts";
import { clicksByChannel, clicksByDay, codeIn, shownClicks } from "../read.ts";
import { checkLink } from "../short-links/find-short-link.ts";
import { revokeShortLink } from "../short-links/revoke-short-link.ts";
import { listLinkRows, listRevokedRows, listTokenRows, sumEventsSince } from "../store.ts";
import { createTrackToken, revokeTrackToken, TrackTokenError } from "../visits/track-tokens.ts";
import { AdminPage, NewToken, TokenForm } from "./admin-page.tsx";
import {
  ADMIN_PATH,
  type AdminPageProps,
  CHART_DAYS,
  CREATE_TOKEN_PATH,
  LISTS,
  TOKENS_PATH,
  toListPath,
} from "./admin-view.ts";

const LINKS_SHOWN = 50;
const REVOKED_SHOWN = 50;
const TITLE = "Share links";

/** The operators' page of share links, with its forms. */
export function audioShareAdminRoutes(share: AudioShare, site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "audioSharePage",
      path: ADMIN_PATH,
      summary: "Share links, their clicks and revocations, track tokens, and the policy",
      title: TITLE,
      query: Type.Object({
        list: Type.Optional(OneOf(LISTS, { description: "The list that is shown; links if unset." })),
        before: Type.Optional(
          Type.Integer({ minimum: 1, description: "Links older than the one with this id." }),
        ),
        ...ShownQuery,
      }),
      content: ({ reader, query: { list = "links", ...query }, now }) =>
        content(share, { reader, list, query: list === "links" ? query : { ...query, list }, now }),
    }),
    adminForm(site, {
      id: "revokeAudioShareLinkByForm",
      path: `${ADMIN_PATH}/revoke`,
      summary: "Revoke a short link permanently",
      done: "Link revoked.",
      role: "operator",
      form: Type.Object({ short_code: Text(2_048), reason: Words(200) }),
      errors: [LINK_ERRORS.short_code_malformed, LINK_ERRORS.short_not_found],
      submit: async ({ actor, body }) => {
        const code = codeIn(share, body.short_code) ?? body.short_code;
        await share.live.writer.run((tx) => revokeShortLink(tx, actor, { text: code, reason: body.reason }));
        return seeOther(toListPath("revocations"));
      },
    }),
    ...trackTokenRoutes(share, site),
  ];
}

function trackTokenRoutes(share: AudioShare, site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "newTrackTokenPage",
      path: CREATE_TOKEN_PATH,
      summary: "The form that creates a track token",
      title: "Create track token",
      role: "operator",
      content: ({ reader }) => <TokenForm csrfToken={reader.csrfToken ?? ""} />,
    }),
    adminForm(site, {
      id: "createTrackToken",
      path: TOKENS_PATH,
      page: CREATE_TOKEN_PATH,
      summary: "Create a bearer token for reporting events, shown once",
      done: null,
      role: "operator",
      status: 200,
      form: Type.Object({ name: Text(40) }),
      errors: ["state_conflict"],
      submit: async ({ actor, reader, body }) => {
        const made = await worded(share.live.writer.run((tx) => createTrackToken(tx, actor, body.name)));
        return adminResponse(site, reader, {
          path: ADMIN_PATH,
          title: TITLE,
          content: <NewToken {...made} />,
        });
      },
    }),
    adminForm(site, {
      id: "revokeTrackToken",
      path: `${TOKENS_PATH}/{name}/revoke`,
      summary: "Revoke a track token",
      done: (_, { name }) => `Track token ${name} is revoked.`,
      role: "operator",
      params: Type.Object({ name: Type.String() }),
      errors: ["state_conflict"],
      submit: async ({ actor, params }) => {
        await worded(share.live.writer.run((tx) => revokeTrackToken(tx, actor, params.name)));
        return seeOther(toListPath("tokens"));
      },
    }),
  ];
}

/** Turns a TrackTokenError into a Problem with its message. */
function worded<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error) => {
    if (error instanceof TrackTokenError) throw new Problem("state_conflict", error.message);
    throw error;
  });
}

function content(
  share: AudioShare,
  { reader, list, query, now }: Pick<AdminPageProps, "reader" | "list" | "query" | "now">,
) {
  const { read } = share.live;
  const before = query.before === undefined ? null : Number(query.before);
  // Of the three lists one is shown.
  const rows = list === "links" ? listLinkRows(read, LINKS_SHOWN + 1, before) : [];
  const shown = rows.slice(0, LINKS_SHOWN);
  return (
    <AdminPage
      {...{ reader, list, query, now }}
      links={shown.map((link) => ({
        link,
        state: checkLink(share, link, now).state,
        clicks: shownClicks(share, link.id),
      }))}
      next={rows.length > LINKS_SHOWN ? (shown.at(-1)?.id ?? null) : null}
      revoked={list === "revocations" ? listRevokedRows(read, REVOKED_SHOWN) : []}
      days={clicksByDay(share, now, CHART_DAYS)}
      channels={clicksByChannel(share, now, CHART_DAYS)}
      events={sumEventsSince(read, Math.floor(now / DAY_MS) - CHART_DAYS + 1)}
      tokens={list === "tokens" ? listTokenRows(read) : []}
      policy={share.policy}
      siteOrigin={share.ground().site.origin}
    />
  );
}
