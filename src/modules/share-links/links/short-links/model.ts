import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { DestinationShape, EXAMPLE_CODE, EXAMPLE_SHORT, RULE_NAMES } from "../shapes.ts";
import { LINK_STATES } from "./find-short-link.ts";

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

const ShownCount = Type.Union([Type.Integer(), Type.Literal("<5")], {
  description: 'Below 5 it is "<5".',
  examples: ["<5"],
});

export const ShortLinkShape = Type.Object({
  code: Type.String({ examples: [EXAMPLE_CODE] }),
  short_url: Type.String({ examples: [EXAMPLE_SHORT] }),
  state: OneOf(LINK_STATES),
  token_mode: OneOf(["plain", "signed"]),
  destination: Nullable(DestinationShape, { description: "Null if the policy blocks it now." }),
  title: Nullable(Type.String()),
  text: Nullable(Type.String()),
  created_at: Timestamp(),
  expires_at: Timestamp(),
  revoked_at: Nullable(Timestamp(), { examples: [null] }),
  revoked_reason: Nullable(Type.String(), { examples: [null] }),
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
  state: Type.Literal("revoked"),
  already_revoked: Type.Boolean({ examples: [false] }),
  reason: Type.String({ description: "Of the first call." }),
  revoked_at: Timestamp(),
  revoked_by: Type.String({ examples: ["ops"] }),
});

export const OembedQuery = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: "A short link of this service.",
    examples: [EXAMPLE_SHORT],
  }),
  format: Type.Optional(OneOf(["json"])),
  maxwidth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  maxheight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});

export const OembedResponse = Type.Object({
  version: Type.Literal("1.0"),
  type: Type.Literal("rich"),
  title: Type.String({ examples: ["Winter"] }),
  provider_name: Type.String({ examples: ["salute.example"] }),
  provider_url: Type.String({ examples: ["https://salute.example"] }),
  url: Type.String({ examples: [EXAMPLE_SHORT] }),
  html: Type.String({ examples: [`<iframe src="${EXAMPLE_SHORT}/player"></iframe>`] }),
  width: Type.Integer({ examples: [480] }),
  height: Type.Integer({ examples: [140] }),
  cache_age: Type.Integer({ examples: [300] }),
});
