export { createWebhook } from "./create-webhook.ts";
export { enableWebhook } from "./enable-webhook.ts";
export { AnyWebhookPath } from "./model.ts";
export { asGiven } from "./read.ts";
export { webhookOperatorRoutes } from "./routes.operator.ts";
export { webhookRoutes } from "./routes.partner.ts";
export { isSecret } from "./rules.ts";
