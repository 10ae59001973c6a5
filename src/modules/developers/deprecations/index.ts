export { Deprecations } from "./deprecations.ts";
export { DEPRECATION_ERRORS } from "./errors.ts";
export { deprecationsJob } from "./job.ts";
export { deprecationNotices } from "./notices.ts";
export { deprecationPages } from "./routes.admin.tsx";
export { deprecationRoutes } from "./routes.public.tsx";
export { BUILT_IN, parseSchedule, ScheduleError } from "./schedule.ts";
export { purgeReminders } from "./store.ts";
