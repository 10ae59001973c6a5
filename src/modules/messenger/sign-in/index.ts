export { signInRoutes } from "./routes.player.ts";
