import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { LINK_ERRORS } from "../errors.ts";
import { ServicesShape } from "../landing/services.ts";
import { DestinationShape, EXAMPLE_CODE, EXAMPLE_SHORT, RULE_NAMES } from "../shapes.ts";
import { LINK_STATES } from "./find-short-link.ts";

export const LinkParams = Type.Object({
  code: Type.String({
    description: "Of the short link; a signed one with its signature.",
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
  short_url: Type.String({ description: "The short link.", examples: [EXAMPLE_SHORT] }),
  state: OneOf(LINK_STATES, { description: "The state." }),
  token_mode: OneOf(["plain", "signed"], { description: "Kind of the short link." }),
  expires_at: Timestamp({ description: "Time of expiry." }),
  landing: Type.Boolean({
    description: "Whether people get a landing page; otherwise they are redirected.",
    examples: [false],
  }),
  qr_svg_url: Type.String({
    description: "The link as a QR code, SVG.",
    examples: [`${EXAMPLE_SHORT}/qr.svg`],
  }),
  qr_png_url: Type.String({
    description: "The link as a QR code, PNG.",
    examples: [`${EXAMPLE_SHORT}/qr.png`],
  }),
  card_url: Type.String({
    description: "The picture of previews, a PNG of 1200 × 630 pixels.",
    examples: [`${EXAMPLE_SHORT}/card.png`],
  }),
  stats_url: Nullable(Type.String(), {
    description:
      "The secret address of the link's statistics, where its destination can be changed. Only in the answer that created the link: it cannot be read again.",
    examples: [null],
  }),
});

const ShownCount = Type.Union([Type.Integer(), Type.Literal("<5")], {
  description: 'Below 5 it is "<5".',
  examples: ["<5"],
});

export const ShortLinkShape = Type.Object({
  code: Type.String({ description: "The code.", examples: [EXAMPLE_CODE] }),
  short_url: Type.String({ description: "The short link.", examples: [EXAMPLE_SHORT] }),
  state: OneOf(LINK_STATES, { description: "The state." }),
  token_mode: OneOf(["plain", "signed"], { description: "Kind of the short link." }),
  destination: Nullable(DestinationShape, { description: "Null if the policy blocks it now." }),
  title: Nullable(Type.String(), { description: "Title in one line; null if there is none." }),
  text: Nullable(Type.String(), { description: "The text; null if there is none." }),
  landing: Nullable(
    Type.Object({
      artist: Nullable(Type.String(), { description: "The artist's name.", examples: ["Mira"] }),
      artwork_url: Nullable(Type.String(), {
        description: "The picture; null without one, or if the policy blocks it now.",
        examples: ["https://salute.example/covers/42.jpg"],
      }),
      file_url: Nullable(Type.String(), {
        description: "The audio beside a track's address; null without one, or if the policy blocks it now.",
        examples: [null],
      }),
      services: ServicesShape,
    }),
    { description: "What the landing page shows; null for a link that redirects.", examples: [null] },
  ),
  created_at: Timestamp({ description: "Time of creation." }),
  expires_at: Timestamp({ description: "Time of expiry." }),
  edited_at: Nullable(Timestamp(), {
    description: "When its maker last changed the destination.",
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
  rule: Nullable(OneOf(RULE_NAMES), { description: "With policy_blocked.", examples: [null] }),
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
  short_code: Type.String({ description: "Without a signature.", examples: [EXAMPLE_CODE] }),
  state: Type.Literal("revoked", { description: "The state." }),
  already_revoked: Type.Boolean({
    description: "Whether the link had been revoked before.",
    examples: [false],
  }),
  reason: Type.String({ description: "Of the first call." }),
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
  version: Type.Literal("1.0", { description: "The version." }),
  type: Type.Literal("rich", { description: "The type." }),
  title: Type.String({ description: "Title in one line.", examples: ["Winter"] }),
  provider_name: Type.String({ description: "Name of the provider.", examples: ["salute.example"] }),
  provider_url: Type.String({
    description: "Address of the provider.",
    examples: ["https://salute.example"],
  }),
  url: Type.String({ description: "The address.", examples: [EXAMPLE_SHORT] }),
  author_name: Type.Optional(
    Type.String({ description: "The artist, if the link names one.", examples: ["Mira"] }),
  ),
  thumbnail_url: Type.String({
    description: "The card of the link.",
    examples: [`${EXAMPLE_SHORT}/card.png`],
  }),
  thumbnail_width: Type.Integer({ description: "Pixels.", examples: [1_200] }),
  thumbnail_height: Type.Integer({ description: "Pixels.", examples: [630] }),
  html: Type.String({
    description: "HTML to embed.",
    examples: [`<iframe src="${EXAMPLE_SHORT}/player"></iframe>`],
  }),
  width: Type.Integer({ description: "Width in pixels.", examples: [480] }),
  height: Type.Integer({ description: "Height in pixels.", examples: [140] }),
  cache_age: Type.Integer({ description: "Seconds for which the answer may be kept.", examples: [300] }),
});
