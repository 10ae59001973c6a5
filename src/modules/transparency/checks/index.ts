export { auditAnomaliesCheck } from "./audit-anomalies.ts";
