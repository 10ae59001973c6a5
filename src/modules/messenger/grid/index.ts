export { gridRoutes } from "./routes.player.ts";
