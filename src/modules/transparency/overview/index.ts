export { overviewPageRoutes } from "./routes.page.tsx";
