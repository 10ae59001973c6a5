export { createWebhook } from "./create-webhook.ts";
export { webhookRoutes } from "./routes.partner.ts";
export { isSecret } from "./rules.ts";
