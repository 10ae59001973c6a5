export {
  type AuditEntry,
  actorName,
  listAudit,
  listAuditBetween,
  oldValues,
  recordAudit,
} from "./audit.ts";
export { AuditDetails, AuditTable, auditColumns, TRAIL_PATH } from "./table.tsx";
