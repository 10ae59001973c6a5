export { listMissed } from "./list-missed.ts";
export { recoverWebhook, resolveSpan } from "./recover-webhook.ts";
export { recoveryRoutes } from "./routes.partner.ts";
