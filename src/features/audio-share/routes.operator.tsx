import { Type } from "@sinclair/typebox";
import { type Operation, operator, PAGES_GROUP, readOperation } from "../../http/operation.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { htmlResponse, type Site } from "../../pages/index.ts";
import { ADMIN_PATH, AdminPage, CHART_DAYS } from "./admin-page.tsx";
import type { AudioShare } from "./audio-share.ts";
import { stateOf } from "./find-short-link.ts";
import { clicksByChannel, clicksByDay, shownClicks } from "./read.ts";
import { listLinkRows, listRevokedRows, listTokenRows, sumEventsSince } from "./store.ts";

const LINKS_SHOWN = 50;
const REVOKED_SHOWN = 50;

export function audioShareAdminRoutes(share: AudioShare, site: Site): Operation[] {
  return [
    readOperation({
      id: "audioSharePage",
      method: "GET",
      path: ADMIN_PATH,
      group: PAGES_GROUP,
      summary: "Share links, their clicks and revocations, and the policy",
      access: operator("viewer"),
      query: Type.Object({
        before: Type.Optional(
          Type.Integer({ minimum: 1, description: "Links older than the one of this id." }),
        ),
      }),
      response: { mediaType: "text/html", description: "A page." },
      read: ({ query, now }) => {
        const { read } = share.live;
        const rows = listLinkRows(read, LINKS_SHOWN + 1, query.before ?? null);
        const shown = rows.slice(0, LINKS_SHOWN);
        const page = (
          <AdminPage
            site={site}
            now={now}
            links={shown.map((link) => ({
              link,
              state: stateOf(share, link, now).state,
              clicks: shownClicks(share, link.id),
            }))}
            next={rows.length > LINKS_SHOWN ? (shown.at(-1)?.id ?? null) : null}
            revoked={listRevokedRows(read, REVOKED_SHOWN)}
            days={clicksByDay(share, now, CHART_DAYS)}
            channels={clicksByChannel(share, now, CHART_DAYS)}
            events={sumEventsSince(read, Math.floor(now / DAY_MS) - CHART_DAYS + 1)}
            tokens={listTokenRows(read)}
            policy={share.policy}
            siteOrigin={share.ground().site.origin}
          />
        );
        return htmlResponse(page, { headers: { "cache-control": "no-store" } });
      },
    }),
  ];
}
