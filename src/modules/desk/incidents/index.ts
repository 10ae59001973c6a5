export { type IncidentParts, refusalsOf } from "./incident-detail.ts";
export { IncidentFacts, Refusals } from "./model.ts";
export { factsOf, filterIncidents } from "./read.ts";
export { incidentPages } from "./routes.admin.tsx";
export { incidentRoutes } from "./routes.operator.ts";
