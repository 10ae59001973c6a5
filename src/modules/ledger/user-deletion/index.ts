export { deleteUser, findHold } from "./delete-user.ts";
export { userDeletionRoutes } from "./routes.partner.ts";
