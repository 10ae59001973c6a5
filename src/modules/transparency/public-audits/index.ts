export { auditDocumentRoutes } from "./routes/index.ts";
export type { AuditSource } from "./source.ts";
