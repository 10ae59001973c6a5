export {
  notAvailable,
  requireNotPaused,
  UNAVAILABLE_REASONS,
  type UnavailableReason,
} from "./availability.ts";
export { GAME_KEYS, type GameKey } from "./keys.ts";
export { deletePause, findPause, insertPause } from "./store.ts";
