export { type AuditEntry, listAudit, recordAudit } from "./audit.ts";
