export { miniappRoutes } from "./routes.page.tsx";
