import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { LINK_ERRORS } from "../errors.ts";
import { ServicesShape } from "../landing/services.ts";
import { DestinationShape, EXAMPLE_CODE, EXAMPLE_SHORT, RULE_NAMES } from "../shapes.ts";
import { LINK_STATES } from "./find-short-link.ts";

export const LinkParams = Type.Object({
  code: Type.String({
    description: "Code of the short link; a signed one with its signature.",
    examples: [EXAMPLE_CODE],
  }),
});

/** Why a short link cannot be followed. */
export const LINK_REFUSALS = [
  LINK_ERRORS.short_code_malformed,
  LINK_ERRORS.short_not_found,
  LINK_ERRORS.short_expired,
  LINK_ERRORS.short_revoked,
  LINK_ERRORS.policy_blocked,
] as const;

export const ShortUrlInput = {
  short_url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description:
      "A short link of this service, its path, or its code alone; a signed one with its signature.",
    examples: [EXAMPLE_SHORT],
  }),
};

export const CodeInput = {
  code: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: "The code of a short link; a signed one with its signature.",
    examples: [EXAMPLE_CODE],
  }),
};

/** A short link in the answer to a request for links. */
export const IssuedLinkShape = Type.Object({
  code: Type.String({ description: "Code of the short link.", examples: [EXAMPLE_CODE] }),
  short_url: Type.String({
    description: "Address of the short link, to be shared.",
    examples: [EXAMPLE_SHORT],
  }),
  state: OneOf(LINK_STATES, {
    description: "State of the short link. It leads to its destination only while it is active.",
  }),
  token_mode: OneOf(["plain", "signed"], { description: "Kind of the short link." }),
  expires_at: Timestamp({
    description: "Time from which the short link no longer leads to its destination.",
  }),
  landing: Type.Boolean({
    description: "Whether people get a landing page; otherwise they are redirected.",
    examples: [false],
  }),
  qr_svg_url: Type.String({
    description: "Address of the link's QR code, as SVG.",
    examples: [`${EXAMPLE_SHORT}/qr.svg`],
  }),
  qr_png_url: Type.String({
    description: "Address of the link's QR code, as PNG.",
    examples: [`${EXAMPLE_SHORT}/qr.png`],
  }),
  card_url: Type.String({
    description: "Address of the picture of previews, a PNG of 1200 × 630 pixels.",
    examples: [`${EXAMPLE_SHORT}/card.png`],
  }),
  stats_url: Nullable(Type.String(), {
    description:
      "The secret address of the link's statistics, where its destination can be changed. Only in the answer that created the link: it cannot be read again.",
    examples: [null],
  }),
});

const ShownCount = Type.Union([Type.Integer(), Type.Literal("<5")], {
  description: 'Number of clicks; below 5 it is "<5".',
  examples: ["<5"],
});

export const ShortLinkShape = Type.Object({
  code: Type.String({ description: "Code of the short link.", examples: [EXAMPLE_CODE] }),
  short_url: Type.String({
    description: "Address of the short link, to be shared.",
    examples: [EXAMPLE_SHORT],
  }),
  state: OneOf(LINK_STATES, {
    description: "State of the short link. It leads to its destination only while it is active.",
  }),
  token_mode: OneOf(["plain", "signed"], { description: "Kind of the short link." }),
  destination: Nullable(DestinationShape, {
    description: "The shared destination; null if the policy blocks it now.",
  }),
  title: Nullable(Type.String(), { description: "Title of the share; null if there is none." }),
  text: Nullable(Type.String(), { description: "Text of the share; null if there is none." }),
  landing: Nullable(
    Type.Object({
      artist: Nullable(Type.String(), {
        description: "The artist's name; null if none was given.",
        examples: ["Mira"],
      }),
      artwork_url: Nullable(Type.String(), {
        description:
          "Address of the landing page's picture; null without one, or if the policy blocks it now.",
        examples: ["https://salute.example/covers/42.jpg"],
      }),
      file_url: Nullable(Type.String(), {
        description:
          "Address of the audio that plays on the landing page; null without one, or if the policy blocks it now.",
        examples: [null],
      }),
      services: ServicesShape,
    }),
    { description: "What the landing page shows; null for a link that redirects.", examples: [null] },
  ),
  created_at: Timestamp({ description: "Time of creation." }),
  expires_at: Timestamp({
    description: "Time from which the short link no longer leads to its destination.",
  }),
  edited_at: Nullable(Timestamp(), {
    description: "Time at which its maker last changed the destination; null if it never was changed.",
    examples: [null],
  }),
  revoked_at: Nullable(Timestamp(), {
    description: "Time of revocation; null if the link is not revoked.",
    examples: [null],
  }),
  revoked_reason: Nullable(Type.String(), {
    description: "Why the link was revoked; null if it is not.",
    examples: [null],
  }),
  rule: Nullable(OneOf(RULE_NAMES), {
    description: "Name of the rule that blocks the destination now; null unless state is policy_blocked.",
    examples: [null],
  }),
  clicks: Type.Object(
    {
      human: ShownCount,
      preview_bot: ShownCount,
      head: ShownCount,
      prefetch: ShownCount,
      duplicate: ShownCount,
    },
    {
      description:
        "Repeated clicks of a visitor within an hour are duplicates; only human ones count as clicks.",
    },
  ),
});

export const RevokeBody = Type.Object({
  short_code: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: "The code, with or without its signature; or the whole short link.",
    examples: [EXAMPLE_CODE],
  }),
  reason: Words(200, { description: "For the audit trail, and for anyone who asks about the link." }),
});

export const RevokeResponse = Type.Object({
  short_code: Type.String({
    description: "Code of the revoked short link, without a signature.",
    examples: [EXAMPLE_CODE],
  }),
  state: Type.Literal("revoked", {
    description: "Always revoked: the short link no longer leads to its destination.",
  }),
  already_revoked: Type.Boolean({
    description: "Whether the link had been revoked before.",
    examples: [false],
  }),
  reason: Type.String({ description: "The reason given by the first revocation." }),
  revoked_at: Timestamp({ description: "Time of revocation." }),
  revoked_by: Type.String({ description: "Operator who revoked the link.", examples: ["ops"] }),
});

export const OembedQuery = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: "A short link of this service.",
    examples: [EXAMPLE_SHORT],
  }),
  format: Type.Optional(OneOf(["json"], { description: "Form of the answer; only JSON exists." })),
  maxwidth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: "Largest width of the player, in pixels." }),
  ),
  maxheight: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: "Largest height of the player, in pixels." }),
  ),
});

export const OembedResponse = Type.Object({
  version: Type.Literal("1.0", { description: "Version of oEmbed; always 1.0." }),
  type: Type.Literal("rich", { description: "Type of the oEmbed answer; always rich." }),
  title: Type.String({ description: "Title of the share.", examples: ["Winter"] }),
  provider_name: Type.String({ description: "Name of the provider.", examples: ["salute.example"] }),
  provider_url: Type.String({
    description: "Address of the provider.",
    examples: ["https://salute.example"],
  }),
  url: Type.String({ description: "Address of the short link.", examples: [EXAMPLE_SHORT] }),
  author_name: Type.Optional(
    Type.String({ description: "The artist, if the link names one.", examples: ["Mira"] }),
  ),
  thumbnail_url: Type.String({
    description: "Address of the link's preview picture.",
    examples: [`${EXAMPLE_SHORT}/card.png`],
  }),
  thumbnail_width: Type.Integer({
    description: "Width of the preview picture, in pixels.",
    examples: [1_200],
  }),
  thumbnail_height: Type.Integer({
    description: "Height of the preview picture, in pixels.",
    examples: [630],
  }),
  html: Type.String({
    description: "HTML that embeds the link's player in a frame.",
    examples: [`<iframe src="${EXAMPLE_SHORT}/player"></iframe>`],
  }),
  width: Type.Integer({ description: "Width of the player, in pixels.", examples: [480] }),
  height: Type.Integer({ description: "Height of the player, in pixels.", examples: [140] }),
  cache_age: Type.Integer({ description: "Seconds for which the answer may be kept.", examples: [300] }),
});
