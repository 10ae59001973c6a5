export { digestJob } from "./job.ts";
export { dailyDigestRoutes } from "./routes.admin.tsx";
export { lastWarnSpan, purgeDigests } from "./store.ts";
