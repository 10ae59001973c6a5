export { digestJob } from "./job.ts";
export { digestRoutes } from "./routes.admin.tsx";
export { lastWarnSpan, purgeDigests } from "./store.ts";
