export { noiseRoutes } from "./routes.admin.ts";
