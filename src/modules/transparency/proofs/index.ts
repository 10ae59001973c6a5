export { logProofs } from "./log-proofs.ts";
export { proofPageRoutes } from "./routes.page.tsx";
export { proofRoutes } from "./routes.public.ts";
