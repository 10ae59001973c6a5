export { grantRoutes } from "./routes.operator.ts";
