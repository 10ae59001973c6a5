export { bulkPages } from "./routes.admin.tsx";
export { bulkRoutes } from "./routes.operator.ts";
export { continueBulk } from "./run-bulk.ts";
export { purgeActions } from "./store.ts";
