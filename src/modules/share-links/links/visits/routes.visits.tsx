/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { type Answer, Redirect } from "../../../../http/answers/answer.ts";
import type { Declaration } from "../../../../http/declaration.ts";
import { LocaleQuery, pageLocale } from "../../../../http/input/page-locale.ts";
import { anyone, type Context, type Operation, readOperation } from "../../../../http/operation.ts";
import { Flag } from "../../../../http/schema/shapes.ts";
import type { Locale } from "../../../../kit/language/locale.ts";
import { htmlResponse, type Site } from "../../../../pages/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { chooseAudio, readLanding } from "../landing/landing.ts";
import { LandingPage, landingContentSecurityPolicy } from "../landing/landing-page.tsx";
import { landingView } from "../landing/landing-view.ts";
import { jsonLd, linkCard } from "../pages/card.ts";
import { CardPage } from "../pages/card-page.tsx";
import { PlayerPage, playerContentSecurityPolicy } from "../pages/player-page.tsx";
import { RefusedPage } from "../pages/refused-page.tsx";
import { findShortLink, findToFollow, requireActive } from "../short-links/find-short-link.ts";
import { LINK_REFUSALS, LinkParams } from "../short-links/model.ts";
import type { UtmQuery } from "../stats/sources.ts";
import type { LinkRow } from "../store.ts";
import { SHARE_WORDS, type ShareWords } from "../words/index.ts";
import { classify } from "./visitors.ts";

const utm = (what: string) =>
  Type.Optional(Type.String({ description: `Counted in the link's statistics: ${what}.` }));

const utmQuery = {
  utm_source: utm("the origin of the visit, such as newsletter"),
  utm_medium: utm("the kind of origin, such as email"),
  utm_campaign: utm("the campaign"),
};

/** Headers against storing, referring and listing. */
const UNKEPT = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

/** Following a short link: a redirect for people, a card for preview programs, a player for frames. */
export function visitRoutes(share: AudioShare, site: Site): Operation[] {
  const refusal: Declaration["refusal"] = (problem, refused) => {
    const page = <RefusedPage {...{ site, problem, refused }} />;
    return htmlResponse(page, { status: problem.status, headers: UNKEPT });
  };
  return [
    readOperation({
      id: "followAudioShareLink",
      method: "GET",
      path: "/s/audio/{code}",
      group: AUDIO_SHARE_GROUP,
      summary: "Follow a short link",
      description:
        "People are redirected, or get a landing page where the link has one. Preview programs get a page with Open Graph, player card, oEmbed and JSON-LD. An inactive link is 410, as a page for browsers. HEAD answers alike and does not count as a click.",
      access: anyone("short_links"),
      params: LinkParams,
      query: Type.Object({
        c: Type.Optional(Type.String({ description: "The channel for which the link was made." })),
        direct: Type.Optional(Flag({ description: "Skips the landing page and redirects at once." })),
        ...utmQuery,
        ...LocaleQuery,
      }),
      response: { mediaType: "text/html", description: "A landing page; a card, for preview programs." },
      redirects: "The visitor is redirected to the destination.",
      errors: LINK_REFUSALS,
      refusal,
      read: (context) => follow(share, context),
    }),
    readOperation({
      id: "playAudioShareLink",
      method: "GET",
      path: "/s/audio/{code}/player",
      group: AUDIO_SHARE_GROUP,
      summary: "A short link's player, for frames",
      access: anyone("short_links"),
      params: LinkParams,
      response: { mediaType: "text/html", description: "The page with the player." },
      errors: LINK_REFUSALS,
      refusal,
      query: Type.Object(LocaleQuery),
      read: (context) => {
        const { params, now, responseHeaders } = context;
        Object.assign(responseHeaders, UNKEPT);
        const words = SHARE_WORDS.in(pageLocale(context));
        return player(share, requireActive(findShortLink(share, params.code, now)), words);
      },
    }),
  ];
}

interface VisitQuery extends UtmQuery {
  c?: string | undefined;
  direct?: boolean | undefined;
  lang?: Locale | undefined;
}

type VisitContext = Context<{ code: string }, VisitQuery>;

/** A landing page, where a link has one and `direct` does not pass it by; a card for preview programs; a redirect. */
function follow(share: AudioShare, context: VisitContext): Answer {
  Object.assign(context.responseHeaders, UNKEPT);
  const { code } = context.params;
  const followed = findToFollow(share, code, context.now);
  const { id, destination, landing, stats_hash } =
    followed ?? requireActive(findShortLink(share, code, context.now));
  const visit = classify(context.method, (name) => context.header(name), context.query.c);
  const counted = share.clicks.count(id, visit, context.address);
  if (stats_hash !== null && counted === "human" && !visit.isPrivate)
    share.sources.countVisit(id, context.query, (name) => context.header(name));
  const isDirect = context.query.direct === true;
  if (isDirect || (!visit.wantsCard && (landing === null || !share.policy.landing)))
    return new Redirect(destination);
  const link = requireActive(findShortLink(share, code, context.now));
  const words = SHARE_WORDS.in(pageLocale(context));
  const view = landingView(share, link, words);
  if (view !== null) {
    const headers = { ...UNKEPT, "content-security-policy": landingContentSecurityPolicy(view) };
    return htmlResponse(<LandingPage {...view} words={words} />, { headers, jsonLd: jsonLd(view.card) });
  }
  const card = linkCard(share, link, words);
  return htmlResponse(<CardPage {...{ card, words }} destination={link.destination} />, {
    headers: UNKEPT,
    jsonLd: jsonLd(card),
  });
}

function player(share: AudioShare, link: LinkRow, words: ShareWords): Answer {
  const audioUrl = chooseAudio(link, readLanding(share, link));
  const headers = { ...UNKEPT, "content-security-policy": playerContentSecurityPolicy(audioUrl) };
  return htmlResponse(<PlayerPage link={link} audioUrl={audioUrl} words={words} />, { headers });
}
