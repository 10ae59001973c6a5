export { type AroundParts, affectedOf } from "./around.ts";
export { chooseIncidents, factsOf } from "./read.ts";
export { incidentPages } from "./routes.admin.tsx";
export { incidentRoutes } from "./routes.operator.ts";
