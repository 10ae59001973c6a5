import { mintAuthorities } from "./authorities.ts";
import { publicStats, tokenDistribution } from "./figures.ts";
import { holderCache, holderGrowth } from "./holders.ts";
import { jobsRollup } from "./jobs-rollup.ts";
import type { Proof } from "./proof.ts";
import { solvency } from "./solvency.ts";
import { transactionSync } from "./transactions.ts";

/** Path of a proof's JSON. */
export function proofPath({ slug }: Pick<Proof, "slug">): string {
  return `/api/public/${slug}.json`;
}

/** All proofs, in the order of the page. */
export const PROOFS: readonly Proof[] = [
  mintAuthorities,
  publicStats,
  holderCache,
  tokenDistribution,
  holderGrowth,
  transactionSync,
  solvency,
  jobsRollup,
];
