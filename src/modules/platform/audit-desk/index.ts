export { auditRoutes } from "./routes.admin.tsx";
