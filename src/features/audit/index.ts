export { listAudit, recordAudit } from "./audit.ts";
