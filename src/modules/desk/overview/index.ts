export { overviewRoutes } from "./routes.admin.tsx";
export { safeModeRoutes } from "./routes.safe-mode.tsx";
