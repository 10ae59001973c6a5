export { listEndpoints } from "./endpoint-store.ts";
export { endpointState } from "./endpoints.ts";
export { deliveryPages } from "./routes.admin.tsx";
