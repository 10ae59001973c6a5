export { listEndpoints } from "./endpoint-store.ts";
export { enablePath, endpointState } from "./endpoints.ts";
export { deliveryPages } from "./routes.admin.tsx";
export { bulkOperatorRoutes } from "./routes.operator.ts";
