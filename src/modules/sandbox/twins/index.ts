export { buildEnvelope, envelopeShape } from "./envelope.ts";
export { FIXTURE_CHAIN } from "./fixture-chain.ts";
export { sandboxRoutes } from "./routes.sandbox.ts";
export { sandboxClaimRoutes } from "./sandbox-claim-page.tsx";
export { TOKEN_FIXTURE } from "./token-status.ts";
export { buildTwin } from "./twin.ts";
export { twinPath } from "./twin-path.ts";
export { twinRoutes } from "./twin-routes.ts";
