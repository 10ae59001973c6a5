export { logProofs } from "./log-proofs.ts";
export { proofRoutes } from "./routes.public.ts";
