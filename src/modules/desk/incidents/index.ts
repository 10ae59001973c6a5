export { type IncidentParts, readRefusals } from "./incident-detail.ts";
export { IncidentFacts, Refusals } from "./model.ts";
export { filterIncidents, toIncidentFacts } from "./read.ts";
export { incidentPages } from "./routes.admin.tsx";
export { incidentRoutes } from "./routes.operator.ts";
