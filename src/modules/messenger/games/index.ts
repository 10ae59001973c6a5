export { GAME_KEYS, type GameKey } from "./keys.ts";
export { deletePause, findPause, insertPause, type PauseRow } from "./store.ts";
