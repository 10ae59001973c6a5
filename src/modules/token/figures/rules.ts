import type { MintAuthorities } from "./figures.ts";
import type { TrackedToken } from "./tracked-token.ts";

/**
 * renounced: nobody can change the token any more. held: somebody can. unknown: not read yet, or an extension that
 * this build does not know.
 */
export type ReviewStatus = "renounced" | "held" | "unknown";

/** The authorities on the chain compared with the operators' expectations. */
export interface AuthorityReview {
  review_status: ReviewStatus;
  /** From the expectations alone; null if none is set. */
  expected_review_status: ReviewStatus | null;
  expectation_configured: boolean;
  /** Whether an authority differs from the expected one; false without an expectation or a reading. */
  mismatch: boolean;
  /** One per kind of authority; `matches` is null without an expectation or a reading. */
  authorities: {
    authority: "mint_authority" | "freeze_authority";
    found: string | null;
    expected: string | null;
    matches: boolean | null;
  }[];
}

/** @param found null if nothing was read yet. */
export function reviewAuthorities(
  found: MintAuthorities | null,
  expected: TrackedToken["expected"],
): AuthorityReview {
  const authorities = (["mint_authority", "freeze_authority"] as const).map((authority) => {
    const wanted = expected[authority];
    const matches = found === null || wanted === null ? null : (found[authority] ?? "none") === wanted;
    return { authority, found: found?.[authority] ?? null, expected: wanted, matches };
  });
  const wanted = Object.values(expected).filter((each) => each !== null);
  return {
    review_status: found === null ? "unknown" : reviewStatus(found),
    expected_review_status:
      wanted.length === 0 ? null : wanted.every((each) => each === "none") ? "renounced" : "held",
    expectation_configured: wanted.length > 0,
    mismatch: authorities.some(({ matches }) => matches === false),
    authorities,
  };
}

function reviewStatus(found: MintAuthorities): ReviewStatus {
  const isHeld =
    found.mint_authority !== null ||
    found.freeze_authority !== null ||
    found.powers.some((power) => power.is_active);
  if (isHeld) return "held";
  return found.unknown_extensions.length > 0 ? "unknown" : "renounced";
}
