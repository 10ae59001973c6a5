export { walletProofRoutes } from "./routes.player.ts";
