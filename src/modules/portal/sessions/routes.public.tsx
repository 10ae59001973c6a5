/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { htmlResponse, Layout, problemResponse, type Site } from "../../../pages/index.ts";
import { PRIVATE } from "../../platform/admin-page/index.ts";
import { HOME } from "./audience.tsx";
import { LinkPath } from "./model.ts";
import { MEMBER_COOKIE, openSession, requireLink } from "./open-session.ts";
import type { KeyFiles } from "./standing.ts";

interface OpeningParts {
  site: Site;
  live: Database;
  files: KeyFiles;
}

const LINK = "/partners/open/{link}";

/** Opening a link: a page with a button, so that programs that read mail use up nothing. */
export function openingRoutes({ site, live, files }: OpeningParts): Operation[] {
  const common = {
    path: LINK,
    group: PAGES_GROUP,
    access: anyone("pages"),
    crossOrigin: false,
    params: LinkPath,
    errors: ["not_found"],
    refusal: ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
  } satisfies Partial<Parameters<typeof readOperation>[0]> & object;
  return [
    readOperation({
      ...common,
      id: "openPortalPage",
      method: "GET",
      summary: "The button of a link to a partner's pages",
      response: { mediaType: "text/html", description: "A page." },
      read: ({ params: { link }, now }) => {
        const { access, embed_origin, partner } = requireLink(live.read, files, { link, now });
        const embeddedBy = embed_origin === null ? [] : [embed_origin];
        const page = (
          <Layout
            site={site}
            path=""
            title="Partner portal"
            description="A partner's own pages."
            isEmbedded={embed_origin !== null}
          >
            <h1>Partner portal</h1>
            <p class="lead">
              This link opens the pages of {partner}
              {access === "read" ? " for reading" : ", with the right to make changes"}.
            </p>
            <p>It opens once. The session ends after eight hours, or when you close it.</p>
            <form method="post" action={`/partners/open/${link}`} class="form">
              <button type="submit" class="button-main">
                Open the portal
              </button>
            </form>
          </Layout>
        );
        return htmlResponse(page, { headers: PRIVATE, embeddedBy });
      },
    }),
    formOperation({
      ...common,
      id: "openPortal",
      summary: "Open a session of a partner's pages with a one-time link",
      form: undefined,
      inSafeMode: true,
      submit: async ({ params: { link }, now, baseUrl }) => {
        const { token, isEmbedded } = await live.writer.run((tx) => {
          const found = requireLink(tx, files, { link, now });
          return { token: openSession(tx, found), isEmbedded: found.embed_origin !== null };
        });
        return seeOther(HOME, { "set-cookie": MEMBER_COOKIE.start(token, baseUrl, isEmbedded) });
      },
    }),
  ];
}
