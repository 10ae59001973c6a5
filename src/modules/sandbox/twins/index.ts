export { PREVIEWED_CLAIM } from "./claim-additions.ts";
export { envelopeOf, envelopeShape } from "./envelope.ts";
export { practiceClaimRoutes } from "./practice-claim-page.tsx";
export { sandboxRoutes } from "./routes.sandbox.ts";
export { TOKEN_FIXTURE } from "./token-status.ts";
export { type TwinAddition, twinOf } from "./twin.ts";
export { simulatedReplay, simulatedTest } from "./webhook-additions.ts";
