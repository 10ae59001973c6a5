export { listEndpoints } from "./endpoint-store.ts";
export { enablePath, endpointSettings, endpointState, subscribedNames } from "./endpoints.ts";
export { deliveryPages } from "./routes.admin.tsx";
export { bulkOperatorRoutes } from "./routes.operator.ts";
