export { FeedEvent } from "./model.ts";
export { readEvents } from "./read-events.ts";
export { feedRoutes } from "./routes.partner.ts";
