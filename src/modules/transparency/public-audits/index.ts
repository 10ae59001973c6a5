export { evaluateAlerts } from "./documents/alerts.ts";
export { inWords, Overall } from "./pages/anomaly-table.tsx";
export { auditPageRoutes } from "./pages/routes.page.tsx";
export { AUDITS_PATH } from "./paths.ts";
export { auditDocumentRoutes } from "./routes/index.ts";
export type { AnomalyRow } from "./rows/store.ts";
export { worstRows } from "./rows/worst-rows.ts";
