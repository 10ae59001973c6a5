export { shortAddress, shownAmount } from "./amounts.ts";
export { type PublishedProof, publishProof } from "./answers.ts";
export { mintAuthorities } from "./authorities.ts";
export { holderCache } from "./holders.ts";
export { PROOFS, proofPath } from "./list.ts";

export { logJobProofs, proofsJob } from "./log-proofs-job.ts";
export type { ReadLiabilities } from "./proof.ts";
export { proofPageRoutes } from "./routes.page.tsx";
export { proofRoutes } from "./routes.public.ts";
export { findSolvency, solvency } from "./solvency.ts";
