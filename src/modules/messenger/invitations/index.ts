export { inviteOperation } from "./routes.player.ts";
