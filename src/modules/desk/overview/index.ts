export { overviewRoutes } from "./routes.admin.tsx";
