export { createWebhook } from "./create-webhook.ts";
export { asGiven } from "./read.ts";
export { webhookRoutes } from "./routes.partner.ts";
export { isSecret } from "./rules.ts";
