export { actorName, listAudit, listAuditBetween, recordAudit } from "./audit.ts";
export { AuditTable, auditRoutes } from "./routes.admin.tsx";
