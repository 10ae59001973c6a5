export { evaluateAlerts } from "./documents/alerts.ts";
export { Overall } from "./pages/anomaly-table.tsx";
export { auditPageRoutes } from "./pages/routes.page.tsx";
export { AUDITS_PATH } from "./paths.ts";
export { auditDocumentRoutes } from "./routes/index.ts";
