export { engagementRoutes } from "./routes.player.ts";
