export { type ActivityView, type ProfileView, profileView } from "./model.ts";
export { readActivity } from "./read-activity.ts";
export { profileRoutes } from "./routes.operator.ts";
export { findProfile, listProfiles, type ProfileRow } from "./store.ts";
