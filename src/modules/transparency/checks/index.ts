export { auditAnomaliesCheck } from "./audit-anomalies.ts";
export { solvencyCheck } from "./solvency.ts";
