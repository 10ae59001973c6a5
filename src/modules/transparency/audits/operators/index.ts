export { thresholdChangeView, triageView } from "./model.ts";
export { auditPages } from "./routes.admin.tsx";
export { auditOperatorRoutes } from "./routes.operator.ts";
export { auditNotices } from "./untriaged.tsx";
