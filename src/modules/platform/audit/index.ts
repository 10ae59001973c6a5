export { type AuditEntry, actorName, listAudit, listAuditBetween, oldValues, recordAudit } from "./audit.ts";
export { AuditDetails, AuditTable } from "./page.tsx";
export { auditRoutes } from "./routes.admin.tsx";
