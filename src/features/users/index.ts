export { createUser } from "./create-user.ts";
export { requireActive, requireUser, requireUserEvenDeleted, type UserReference } from "./find-user.ts";
export { usersRoutes } from "./routes.partner.ts";
export { purgeChallenges, type UserRow } from "./store.ts";
