import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../../../http/answers/answer.ts";
import {
  anyone,
  type Operation,
  operator,
  readOperation,
  writeOperation,
} from "../../../../http/operation.ts";
import { isoUtc } from "../../../../kit/clock.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { LINK_ERRORS } from "../errors.ts";
import { expandLink } from "../expand-link.ts";
import { linkCard, oembed } from "../pages/card.ts";
import { codeIn, describeLink } from "../read.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { findShortLink, notFound, requireActive } from "./find-short-link.ts";
import {
  CodeInput,
  OembedQuery,
  OembedResponse,
  RevokeBody,
  RevokeResponse,
  ShortLinkShape,
  ShortUrlInput,
} from "./model.ts";
import { revokeShortLink } from "./revoke-short-link.ts";

const EXPAND = {
  path: `${AUDIO_SHARE_PATH}/expand`,
  group: AUDIO_SHARE_GROUP,
  summary: "Read a short link's content and clicks",
  description:
    "In every state. Links of other services are never fetched: they are 404, as is a signed link without its signature.",
  access: anyone(),
  response: ShortLinkShape,
  errors: [LINK_ERRORS.short_code_malformed, LINK_ERRORS.short_not_found],
} as const;

const GONE = [LINK_ERRORS.short_expired, LINK_ERRORS.short_revoked, LINK_ERRORS.policy_blocked] as const;

/** Operations to inspect and revoke short links. */
export function shortLinksRoutes(share: AudioShare): Operation[] {
  return [
    expandRoute(share),
    expandByPostRoute(share),
    resolveRoute(share),
    embedRoute(share),
    revokeRoute(share),
  ];
}

function expandRoute(share: AudioShare): Operation {
  return readOperation({
    ...EXPAND,
    id: "expandAudioShareLink",
    method: "GET",
    query: Type.Object(ShortUrlInput),
    validators: true,
    // Clicks change the answer at any time, so caches must revalidate it each time.
    read: ({ query, now }) => new Cacheable(expandLink(share, query.short_url, now), now, 0),
  });
}

function expandByPostRoute(share: AudioShare): Operation {
  return readOperation({
    ...EXPAND,
    id: "expandAudioShareLinkByPost",
    method: "POST",
    crossOrigin: true,
    body: Type.Object(ShortUrlInput),
    read: ({ body, now }) => expandLink(share, body.short_url, now),
  });
}

function resolveRoute(share: AudioShare): Operation {
  return readOperation({
    id: "resolveAudioShareCode",
    method: "POST",
    path: `${AUDIO_SHARE_PATH}/short/resolve`,
    group: AUDIO_SHARE_GROUP,
    summary: "Read a code's present destination",
    description:
      "An inactive link is 410 with its `state` and `clicks`; the policy is checked again each time.",
    access: anyone(),
    crossOrigin: true,
    body: Type.Object(CodeInput),
    response: ShortLinkShape,
    errors: [LINK_ERRORS.short_code_malformed, LINK_ERRORS.short_not_found, ...GONE],
    read: ({ body, now }) => {
      const found = findShortLink(share, body.code, now);
      const described = describeLink(share, found);
      requireActive(found, { clicks: described.clicks });
      return described;
    },
  });
}

function embedRoute(share: AudioShare): Operation {
  return readOperation({
    id: "embedAudioShareLink",
    method: "GET",
    path: `${AUDIO_SHARE_PATH}/oembed`,
    group: AUDIO_SHARE_GROUP,
    summary: "Embed a short link's player (oEmbed 1.0)",
    outcome: "The player to embed, as oEmbed.",
    access: anyone(),
    query: OembedQuery,
    response: OembedResponse,
    errors: [LINK_ERRORS.short_code_malformed, LINK_ERRORS.short_not_found, ...GONE],
    read: ({ query, now }) => {
      const code = codeIn(share, query.url);
      if (code === null) throw notFound();
      const card = linkCard(share, requireActive(findShortLink(share, code, now)));
      return oembed({ ...card, playerUrl: card.playerUrl ?? card.url }, query);
    },
  });
}

function revokeRoute(share: AudioShare): Operation {
  return writeOperation({
    id: "revokeAudioShareLink",
    method: "POST",
    path: "/admin/ops/audio-share-revocations/revoke",
    group: AUDIO_SHARE_GROUP,
    summary: "Revoke a short link permanently",
    outcome: "The short link is revoked: it leads nowhere any more.",
    description:
      "Plain or signed, by the code with or without its signature. Repeating it keeps the first reason.",
    access: operator("operator"),
    body: RevokeBody,
    response: RevokeResponse,
    errors: [LINK_ERRORS.short_code_malformed, LINK_ERRORS.short_not_found],
    write: (tx, { actor, body }) => {
      if (actor.kind !== "operator") throw new Error("only operators may do this");
      const text = codeIn(share, body.short_code.trim()) ?? body.short_code;
      const { link, wasRevoked } = revokeShortLink(tx, actor, { text, reason: body.reason });
      return {
        short_code: link.code,
        state: "revoked",
        already_revoked: wasRevoked,
        reason: link.revoked_reason ?? "",
        revoked_at: isoUtc(link.revoked_at ?? 0),
        revoked_by: link.revoked_by ?? "",
      };
    },
  });
}
