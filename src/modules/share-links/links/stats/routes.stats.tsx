/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../../http/answers/problem.ts";
import { toContentType } from "../../../../http/answers/respond.ts";
import type { Declaration } from "../../../../http/declaration.ts";
import { LocaleQuery, pageLocale, readerLocale } from "../../../../http/input/page-locale.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../../http/operation.ts";
import { Flag, Text } from "../../../../http/schema/shapes.ts";
import { SOURCE_LOCALE } from "../../../../kit/language/locale.ts";
import { htmlResponse, refusalText, type Site } from "../../../../pages/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { LINK_ERRORS } from "../errors.ts";
import { RefusedPage } from "../pages/refused-page.tsx";
import { SHARE_WORDS } from "../words/index.ts";
import { readStats, requireLinkByStats, statsCsv } from "./read-stats.ts";
import { StatsPage } from "./stats-page.tsx";
import { updateDestination } from "./update-destination.ts";

/** The address is a secret: stored by nobody, and sent as a referrer only to us, for the form. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
};

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

const SecretParams = Type.Object({
  secret: Type.String({
    minLength: 1,
    maxLength: 100,
    description: "The secret of stats_url; with .json or .csv at its end the same as JSON or CSV.",
    examples: ["st_8sQ3mJ2fTzW6vB1kYp4nRc7hXe9gUd5aLw.json"],
  }),
});

const DaysQuery = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: MAX_DAYS,
    default: DEFAULT_DAYS,
    description: "Number of UTC days up to today.",
  }),
  ...LocaleQuery,
  changed: Type.Optional(Flag({ description: "Confirms a change on the page." })),
});

/** The statistics of a link at their secret address: page, JSON, CSV, and the form of its destination. */
export function statsRoutes(share: AudioShare, site: Site): Operation[] {
  const refusal: Declaration["refusal"] = (problem, refused) => {
    const page = <RefusedPage {...{ site, problem, refused }} />;
    return htmlResponse(page, { status: problem.status, headers: PRIVATE });
  };
  return [statsRoute(share, site, refusal), editRoute(share, site, refusal)];
}

function statsRoute(share: AudioShare, site: Site, refusal: Declaration["refusal"]): Operation {
  return readOperation({
    id: "readAudioShareStats",
    method: "GET",
    path: "/s/audio/stats/{secret}",
    group: AUDIO_SHARE_GROUP,
    summary: "Read a link's statistics at their secret address",
    description:
      "Visits by day, channel, referring host, country and UTM parameter, previews apart, and downloads of the QR code. Counts are exact. A page; JSON or CSV by the ending.",
    access: anyone("pages"),
    params: SecretParams,
    query: DaysQuery,
    response: { mediaType: "text/html", description: "The page with the statistics." },
    otherResponses: [
      {
        mediaType: "application/json",
        description: "The statistics as JSON, for an address that ends in .json.",
      },
      {
        mediaType: "text/csv",
        description:
          "The statistics as CSV, for an address that ends in .csv: columns day, measure, value, count.",
      },
    ],
    errors: [LINK_ERRORS.short_not_found],
    refusal,
    read: async (context) => {
      const { params, query, now, responseHeaders } = context;
      Object.assign(responseHeaders, PRIVATE);
      const [, secret = "", ending] = /^(.*?)(\.json|\.csv)?$/s.exec(params.secret) ?? [];
      const link = requireLinkByStats(share, secret);
      const window = { now, days: query.days };
      if (ending === ".csv") {
        const headers = { "content-type": toContentType("text/csv") };
        return new Response(await statsCsv(share, link, window), { headers });
      }
      const stats = await readStats(share, link, window);
      if (ending === ".json") return stats;
      const locale = pageLocale(context);
      const isChanged = query.changed === true;
      const page = <StatsPage {...{ site, locale, stats, isChanged }} path={pathOf(secret)} refused={null} />;
      return htmlResponse(page, { headers: PRIVATE });
    },
  });
}

function editRoute(share: AudioShare, site: Site, refusal: Declaration["refusal"]): Operation {
  return formOperation({
    id: "editAudioShareDestination",
    path: "/s/audio/stats/{secret}/destination",
    group: PAGES_GROUP,
    summary: "Change where a link leads",
    access: anyone("pages"),
    params: SecretParams,
    form: Type.Object({ destination: Text(8_192) }),
    errors: [
      LINK_ERRORS.short_not_found,
      LINK_ERRORS.destination_invalid,
      LINK_ERRORS.destination_host_denied,
      LINK_ERRORS.short_expired,
      LINK_ERRORS.short_revoked,
      "state_conflict",
    ],
    refusal,
    submit: async (context) => {
      const { body, now } = context;
      const { secret } = context.params;
      const link = requireLinkByStats(share, secret);
      const edit = { code: link.code, text: body.destination };
      try {
        await share.live.writer.run((tx) => updateDestination(tx, share, edit));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const stats = await readStats(share, link, { now, days: DEFAULT_DAYS });
        const locale = readerLocale(context) ?? SOURCE_LOCALE;
        const message = refusalText(error, locale, SHARE_WORDS.in(locale));
        const refused = { entered: body.destination, message };
        const page = (
          <StatsPage {...{ site, locale, stats, refused }} path={pathOf(secret)} isChanged={false} />
        );
        return htmlResponse(page, { status: error.status, headers: PRIVATE });
      }
      return seeOther(`${pathOf(secret)}?changed=1`);
    },
  });
}

function pathOf(secret: string): string {
  return `/s/audio/stats/${encodeURIComponent(secret)}`;
}
