/** Paths of the pages' scripts, which import the verifier from /log/verifier.js. */
export const PAGE_SCRIPT_PATH = "/proofs/proofs.js";
export const VERIFY_SCRIPT_PATH = "/proofs/verify.js";
