import { Type } from "@sinclair/typebox";
import { Nullable } from "../../../http/schema/shapes.ts";
import { noChainWords } from "../../platform/chain-access/index.ts";
import { type CheckOutcome, defineCheck, noData, type Thresholds } from "../../platform/checks/index.ts";
import {
  type MintAuthorities,
  type Reading,
  reviewAuthorities,
  type TrackedToken,
} from "../figures/index.ts";
import { type FigureCheckParts, figuresView, readStoredFigure } from "./figures.ts";

const NOBODY = { mint_authority: null, freeze_authority: null };

interface Expectation {
  /** Null if no chain is configured. */
  expected: TrackedToken["expected"] | null;
  /** Unix milliseconds. */
  now: number;
  config: FigureCheckParts["config"];
  thresholds: Thresholds<"age_minutes_warn">;
}

/**
 * Whether the mint and freeze authorities are as expected by the operators.
 * @param reading null if no chain is configured.
 */
export function checkMintAuthority(
  reading: Reading<MintAuthorities> | null,
  { expected, now, thresholds, config }: Expectation,
): CheckOutcome {
  const { authorities, ...review } = reviewAuthorities(reading?.figure?.data ?? null, expected ?? NOBODY);
  const age = figuresView(reading, now);
  const observed = { ...review, authorities, ...age };
  if (reading === null) return noData(noChainWords(config), observed);
  if (reading.figure === null) return noData("The mint's authorities have not been read yet.", observed);
  if (review.mismatch) {
    const wrong = authorities.filter(({ matches }) => matches === false).map((each) => each.authority);
    return { status: "bad", message: `Not as expected: ${wrong.join(", ")}.`, observed };
  }
  if (review.expected_review_status === "renounced" && review.review_status !== "renounced")
    return {
      status: "warn",
      message: "Authorities are renounced, but an extension still grants powers.",
      observed,
    };
  if ((age.age_minutes ?? 0) >= thresholds.age_minutes_warn)
    return { status: "warn", message: `Last read ${Math.floor(age.age_minutes ?? 0)} min ago.`, observed };
  if (!review.expectation_configured)
    return noData(`Read; nothing was announced to compare with: ${review.review_status}.`, observed);
  return { status: "ok", message: `As expected: ${review.review_status}.`, observed };
}

export const mintAuthorityCheck = defineCheck({
  name: "mint_authority",
  slot: 7,
  title: "Mint authority",
  about: "The mint and freeze authorities.",
  evidence: "/api/public/token-mint-authorities.json",
  thresholds: {
    age_minutes_warn: { value: 180, meaning: "Minutes since the mint's authorities were read" },
  },
  runbook: {
    means:
      "Bad: an unexpected authority may mint or freeze the token. Warn: it has not been read for long, or an extension grants powers although authorities are renounced.",
    steps: [
      "`salute jobs run mint_authorities` reads it now. Compare `/api/public/token-mint-authorities.json` with an explorer of the chain.",
      "If it is true and not your doing: `salute safe-mode on --reason TEXT`, and tell your holders.",
      "If it is your doing: set `EXPECTED_MINT_AUTHORITY` and `EXPECTED_FREEZE_AUTHORITY` to the present values, and restart.",
    ],
  },
  members: {
    review_status: Type.String({
      description:
        "renounced: no authority and no extension gives anybody power over the token. held: somebody has such power. unknown: not read yet, or an extension is unknown.",
    }),
    expected_review_status: Nullable(Type.String(), {
      description: "The announced review status; null without an announcement.",
    }),
    expectation_configured: Type.Boolean({ description: "Whether operators announced the authorities." }),
    mismatch: Type.Boolean({ description: "Whether a holder differs from the announcement." }),
  },
  look: (parts: FigureCheckParts, thresholds, now) =>
    checkMintAuthority(readStoredFigure(parts, "mint_authorities"), {
      expected: parts.token?.expected ?? null,
      now,
      thresholds,
      config: parts.config,
    }),
});
