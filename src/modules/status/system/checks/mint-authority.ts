import {
  type MintAuthorities,
  type Reading,
  reviewAuthorities,
  type TrackedToken,
} from "../../../token/figures/index.ts";
import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";
import { figuresView } from "./figures.ts";

const NOBODY = { mint_authority: null, freeze_authority: null };

/**
 * Whether those who may mint and freeze are those whom the operators expect.
 * @param reading null where no chain is configured.
 */
export function checkMintAuthority(
  reading: Reading<MintAuthorities> | null,
  expected: TrackedToken["expected"] | null,
  now: number,
  thresholds: Thresholds<"mint_authority">,
): Finding {
  const { authorities, ...review } = reviewAuthorities(reading?.figure?.data ?? null, expected ?? NOBODY);
  const age = figuresView(reading, now);
  const observed = { ...review, authorities, ...age };
  if (reading === null) return { status: "ok", message: "No chain is configured.", observed };
  if (reading.figure === null)
    return { status: "ok", message: "The mint's authorities have not been read yet.", observed };
  if (review.mismatch) {
    const wrong = authorities.filter(({ matches }) => matches === false).map((each) => each.authority);
    return { status: "bad", message: `Not as expected: ${wrong.join(", ")}.`, observed };
  }
  if (review.expected_review_status === "renounced" && review.review_status !== "renounced")
    return { status: "warn", message: "Authorities are renounced, but an extension gives power.", observed };
  if ((age.age_minutes ?? 0) >= thresholds.age_minutes_warn)
    return { status: "warn", message: `Last read ${Math.floor(age.age_minutes ?? 0)} min ago.`, observed };
  if (!review.expectation_configured)
    return { status: "ok", message: `Read, with nothing to compare: ${review.review_status}.`, observed };
  return { status: "ok", message: `As expected: ${review.review_status}.`, observed };
}
