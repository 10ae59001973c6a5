export { pauseGame, resumeGame } from "./pause-game.ts";
export { pauseRoutes, readGameState } from "./routes.operator.ts";
