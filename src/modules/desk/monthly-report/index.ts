export { createMonthFigures } from "./job.ts";
export { Month, type MonthlyReport, type PartnerReport } from "./model.ts";
export { readMonthlyReport } from "./read.ts";
export {
  DeliverySection,
  IncidentSection,
  LedgerSection,
  Provisional,
  SettlementSection,
  UsageSection,
} from "./report-view.tsx";
export { monthlyReportRoutes } from "./routes.admin.tsx";
export { listSettlements } from "./settlements.ts";
