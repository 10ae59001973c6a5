export type { AroundParts } from "./around.ts";
export { IncidentFacts } from "./model.ts";
export { chooseIncidents, factsOf } from "./read.ts";
export { incidentPages } from "./routes.admin.tsx";
export { incidentRoutes } from "./routes.operator.ts";
