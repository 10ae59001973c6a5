export { type AroundParts, refusalsOf } from "./around.ts";
export { IncidentFacts, Refusals } from "./model.ts";
export { chooseIncidents, factsOf } from "./read.ts";
export { incidentPages } from "./routes.admin.tsx";
export { incidentRoutes } from "./routes.operator.ts";
