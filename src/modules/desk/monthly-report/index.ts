export { createMonthFigures } from "./job.ts";
export { Month, type MonthlyReport, PartnerName, type PartnerReport } from "./model.ts";
export { findPartnerId, readMonthlyReport } from "./read.ts";
export { PATH as REPORT_PATH } from "./report-page.tsx";
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
