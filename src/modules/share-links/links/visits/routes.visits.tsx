/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { type Answer, Redirect } from "../../../../http/answers/answer.ts";
import type { Declaration } from "../../../../http/declaration.ts";
import { anyone, type Context, type Operation, readOperation } from "../../../../http/operation.ts";
import { htmlResponse, type Site } from "../../../../pages/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { LINK_ERRORS } from "../errors.ts";
import { jsonLd, linkCard } from "../pages/card.ts";
import { CardPage } from "../pages/card-page.tsx";
import { PlayerPage, playerContentSecurityPolicy } from "../pages/player-page.tsx";
import { RefusedPage } from "../pages/refused-page.tsx";
import { findShortLink, findToFollow, requireActive } from "../short-links/find-short-link.ts";
import type { LinkRow } from "../store.ts";
import { classify } from "./visitors.ts";

/** Headers against storing, referring and listing. */
const UNKEPT = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

const VisitParams = Type.Object({
  code: Type.String({
    description: "Of the short link; a signed one with its signature.",
    examples: ["4mQz8Kc1TfY"],
  }),
});

const REFUSALS = [
  LINK_ERRORS.short_code_malformed,
  LINK_ERRORS.short_not_found,
  LINK_ERRORS.short_expired,
  LINK_ERRORS.short_revoked,
  LINK_ERRORS.policy_blocked,
] as const;

/** Following a short link: a redirect for people, a card for preview programs, a player for frames. */
export function visitRoutes(share: AudioShare, site: Site): Operation[] {
  const refusal: Declaration["refusal"] = (problem, { requestId }) => {
    const page = <RefusedPage site={site} problem={problem} requestId={requestId} />;
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
        "People are redirected. Preview programs get a page with Open Graph, player card, oEmbed and JSON-LD. An inactive link is 410, as a page for browsers. HEAD answers alike and does not count as a click.",
      access: anyone("short_links"),
      params: VisitParams,
      query: Type.Object({
        c: Type.Optional(Type.String({ description: "The channel for which the link was made." })),
      }),
      response: { mediaType: "text/html", description: "A card, for preview programs." },
      redirects: "To the destination.",
      errors: REFUSALS,
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
      params: VisitParams,
      response: { mediaType: "text/html", description: "A page." },
      errors: REFUSALS,
      refusal,
      read: ({ params, now, responseHeaders }) => {
        Object.assign(responseHeaders, UNKEPT);
        return player(requireActive(findShortLink(share, params.code, now)));
      },
    }),
  ];
}

type VisitContext = Context<{ code: string }, { c?: string | undefined }>;

function follow(share: AudioShare, context: VisitContext): Answer {
  Object.assign(context.responseHeaders, UNKEPT);
  const { code } = context.params;
  const followed = findToFollow(share, code, context.now);
  const { id, destination } = followed ?? requireActive(findShortLink(share, code, context.now));
  const visit = classify(context.method, (name) => context.header(name), context.query.c);
  share.clicks.count(id, visit, context.address);
  if (!visit.wantsCard) return new Redirect(destination);
  const link = requireActive(findShortLink(share, code, context.now));
  const card = linkCard(share, link);
  return htmlResponse(<CardPage card={card} destination={link.destination} />, {
    headers: UNKEPT,
    jsonLd: jsonLd(card),
  });
}

function player(link: LinkRow): Answer {
  const headers = { ...UNKEPT, "content-security-policy": playerContentSecurityPolicy(link) };
  return htmlResponse(<PlayerPage link={link} />, { headers });
}
