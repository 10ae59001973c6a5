export { wheelRoutes } from "./routes.player.ts";
