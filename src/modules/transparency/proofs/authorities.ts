import { Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import {
  type AuthorityReview,
  readFigure,
  reviewAuthorities,
  STALE_AFTER_HOURS,
} from "../../token/figures/index.ts";
import { chainProof, type Proof } from "./proof.ts";
import { Tokens } from "./shapes.ts";

const MATCHES = ["match", "mismatch", "not_expected"] as const;
type Match = (typeof MATCHES)[number];
const REVIEWS = ["renounced", "held", "unknown"] as const;

const ALLOWS = {
  mint_authority: "Mint any amount of the token.",
  freeze_authority: "Freeze and thaw any account of the token.",
} as const;

export const mintAuthorities: Proof = chainProof({
  name: "token_mint_authorities",
  slug: "token-mint-authorities",
  title: "Mint authorities",
  about:
    "The mint and freeze authorities and the powers of Token-2022 extensions, compared with the project's announcements.",
  method: "getAccountInfo of the mint, decoded with its extensions, agreed on by a quorum",
  source: "mint_authorities",
  limitField: "stale_after_hours",
  limitHours: STALE_AFTER_HOURS.mint_authorities,
  columns: {
    subject: "Name of the authority or extension.",
    authority: "Address that holds the power; null if nobody does.",
    expected: "The announced address; null without an announcement.",
    match: "Comparison with the announcement.",
    allows: "What the power allows its holder; null if unknown.",
    is_active: "Whether the power can be used now; null if unknown.",
  },
  shape: {
    program: Nullable(OneOf(["spl-token", "token-2022"]), {
      description: "The token program; null before the first figures.",
    }),
    decimals: Nullable(Type.Integer(), {
      description: "Decimals of the token; null before the first figures.",
    }),
    supply: Nullable(Tokens(), {
      description: "Total supply, in whole tokens; null before the first figures.",
    }),
    match: Nullable(
      OneOf(MATCHES, { description: "Result for both authorities; a mismatch makes status bad." }),
    ),
    review_status: Nullable(
      OneOf(REVIEWS, {
        description:
          "renounced: nobody can change the token any more. held: at least one authority remains. unknown: the mint has an extension that this version does not know.",
      }),
    ),
    expected_review_status: Nullable(OneOf(REVIEWS), {
      description: "The announced review status; null without an announcement.",
    }),
    expectation_configured: Nullable(Type.Boolean(), {
      description: "Whether operators announced the authorities; null before the first figures.",
    }),
    mismatch: Nullable(Type.Boolean(), {
      description: "Whether a holder differs from the announcement; null before the first figures.",
    }),
    mint_authority: Nullable(Type.String(), {
      description: "Address that can mint; null if nobody can mint any more.",
    }),
    freeze_authority: Nullable(Type.String(), {
      description: "Address that can freeze accounts; null if nobody can.",
    }),
    authorities: Nullable(
      Type.Array(
        Type.Object({
          authority: OneOf(["mint_authority", "freeze_authority"], { description: "Name of the power." }),
          found: Nullable(Type.String(), {
            description: "Address that holds the power; null if nobody does.",
          }),
          expected: Nullable(Type.String(), {
            description: "The announced address; `none` for no authority; null without an announcement.",
          }),
          matches: Nullable(Type.Boolean(), {
            description: "Whether the holder is the announced one; null without an announcement.",
          }),
          match: OneOf(MATCHES, { description: "Comparison with the announcement." }),
        }),
      ),
      { description: "The mint and freeze authorities; null before the first figures." },
    ),
    extensions: Nullable(
      Type.Array(
        Type.Object({
          extension: Type.String({ description: "Name of the Token-2022 extension." }),
          authority: Nullable(Type.String(), {
            description: "Address that holds the power; null if nobody does.",
          }),
          allows: Type.String({ description: "What the power allows its holder." }),
          is_active: Type.Boolean({ description: "Whether the power can be used now." }),
        }),
        { description: "Token-2022 extensions that grant powers." },
      ),
    ),
    unknown_extensions: Nullable(Type.Array(Type.String()), {
      description: "Extensions unknown to this version; null before the first figures.",
    }),
  },
  isShownMissing: true,
  find(sql, token) {
    const { figure } = readFigure(sql, token, "mint_authorities");
    if (figure === null) return null;
    const { powers, ...data } = figure.data;
    const review = reviewAuthorities(figure.data, token.expected);
    const authorities = review.authorities.map((each) => ({ ...each, match: matchOf(each.matches) }));
    return {
      ...figure,
      fault: review.mismatch ? "bad" : null,
      figures: { ...data, ...review, match: overall(review), authorities, extensions: powers },
      rows: [
        ...authorities.map(({ authority, found, expected, match }) => ({
          subject: authority,
          authority: found,
          expected,
          match,
          allows: ALLOWS[authority],
          is_active: found !== null,
        })),
        ...powers.map(({ extension, ...power }) => ({
          subject: extension,
          expected: null,
          match: "not_expected",
          ...power,
        })),
        ...data.unknown_extensions.map((extension) => ({
          subject: extension,
          authority: null,
          expected: null,
          match: "not_expected",
          allows: "Unknown to this version.",
          is_active: null,
        })),
      ],
    };
  },
});

function matchOf(matches: boolean | null): Match {
  if (matches === null) return "not_expected";
  return matches ? "match" : "mismatch";
}

function overall({ expectation_configured, mismatch }: AuthorityReview): Match {
  return matchOf(expectation_configured ? !mismatch : null);
}
