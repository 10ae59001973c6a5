export { type ActivityView, type ProfileView, profileView } from "./model.ts";
export { readActivity } from "./read-activity.ts";
export { profileRoutes } from "./routes.operator.ts";
export { listProfiles } from "./store.ts";
