export { ChecklistItem, rolloutChecklist } from "./checklist.ts";
export { type OutcomeReportView, readOutcomes } from "./outcomes.ts";
export { Overview, readOverview } from "./overview.ts";
export { gamesOf, reportRoutes } from "./routes.operator.ts";
