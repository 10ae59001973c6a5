export { endpointState } from "./endpoints.ts";
export { deliveryPages } from "./routes.admin.tsx";
export { listEndpoints } from "./store.ts";
