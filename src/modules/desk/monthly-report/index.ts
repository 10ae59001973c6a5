export { monthFiguresJob } from "./job.ts";
export { monthlyReportRoutes } from "./routes.admin.tsx";
