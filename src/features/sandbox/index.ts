export { envelopeOf, envelopeShape } from "./envelope.ts";
export { sandboxRoutes } from "./routes.sandbox.ts";
export { type TwinAddition, twinOf } from "./twin.ts";
export { simulatedReplay, simulatedTest } from "./webhook-additions.ts";
