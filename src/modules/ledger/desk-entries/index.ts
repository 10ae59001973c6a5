export { deskEntryRoutes } from "./routes.admin.tsx";
