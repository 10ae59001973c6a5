export { ChecklistItem, rolloutChecklist } from "./checklist.ts";
export { Overview, readOverview } from "./overview.ts";
export { reportRoutes } from "./routes.operator.ts";
