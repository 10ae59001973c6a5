export { CSV_PATH as TRAIL_CSV_PATH } from "./page.tsx";
export { auditRoutes } from "./routes.admin.tsx";
