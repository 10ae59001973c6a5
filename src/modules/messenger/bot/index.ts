export { type CommandHelp, commandHelp } from "./command-helper.ts";
export { type PreviewedReply, previewReplies } from "./preview.ts";
export { type ReadinessCheck, WEBHOOK_PORTS } from "./readiness.ts";
export { botAdminRoutes, botReadiness } from "./routes.operator.ts";
export { webhookRoutes } from "./routes.ts";
export { purgeUpdates, updatesByKind } from "./store.ts";
