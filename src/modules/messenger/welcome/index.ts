export { createWelcome } from "./welcome-player.ts";
