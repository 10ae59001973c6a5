export { deliveryTitle } from "./delivery-title.ts";
export { listEndpoints } from "./endpoint-store.ts";
export { enablePath, endpointSettings, endpointState, subscribedNames } from "./endpoints.ts";
export { MARKS, NextAttempt, wordOf } from "./list-page.tsx";
export { deliveryNotices } from "./notices.ts";
export { receiverPages } from "./receivers-page.tsx";
export { deliveryPages } from "./routes.admin.tsx";
export { bulkOperatorRoutes } from "./routes.operator.ts";
