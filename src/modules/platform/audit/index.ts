export { listAudit, listAuditBetween, recordAudit } from "./audit.ts";
export { auditRoutes } from "./routes.admin.tsx";
