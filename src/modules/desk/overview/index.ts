export { type Notice, overviewRoutes } from "./routes.admin.tsx";
