export { judge } from "./documents/alerts.ts";
export { auditPageRoutes } from "./pages/routes.page.tsx";
export { auditDocumentRoutes } from "./routes/index.ts";
export type { AuditSource } from "./source.ts";
