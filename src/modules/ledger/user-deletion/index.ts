export { userDeletionRoutes } from "./routes.partner.ts";
