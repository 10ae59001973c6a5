export { pauseGame, resumeGame } from "./pause-game.ts";
export { pauseRoutes, stateOf } from "./routes.operator.ts";
