export { dropNotice, postNotice } from "./notice.ts";
export { subscriberRoutes } from "./routes.public.tsx";
export { countSubscribers, purgeSubscribers } from "./store.ts";
export { Subscriptions } from "./subscriptions.ts";
