export { findMissed } from "./find-missed.ts";
export { recoverWebhook, spanOf } from "./recover-webhook.ts";
export { recoveryRoutes } from "./routes.partner.ts";
