export { dropNotice, postNotice } from "./notice.ts";
export { purgeSubscribers } from "./notice-store.ts";
export { subscriberNotices } from "./notices.ts";
export { subscriberRoutes } from "./routes.public.tsx";
export { type Courier, sendPosts } from "./send-posts.ts";
export { countByKind, countSubscribers } from "./store.ts";
export { Subscriptions } from "./subscriptions.ts";
