export { envelopeOf, envelopeShape } from "./envelope.ts";
export { practiceClaimRoutes } from "./practice-claim-page.tsx";
export { sandboxRoutes } from "./routes.sandbox.ts";
export { TOKEN_FIXTURE } from "./token-status.ts";
export { twinPath } from "./twin-path.ts";
export { twinRoutes } from "./twin-routes.ts";
