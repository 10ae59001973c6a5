export { actorName, listAudit, listAuditBetween, recordAudit } from "./audit.ts";
export { AuditTable } from "./page.tsx";
export { auditRoutes } from "./routes.admin.tsx";
