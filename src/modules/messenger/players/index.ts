export { createPlayerFor, type PlayerFor } from "./access.ts";
export type { PlayerCaller } from "./credentials.ts";
export {
  ensurePlayer,
  findPlayer,
  findPlayerOfId,
  type Player,
  requireActivePlayer,
  requirePlayer,
} from "./ensure-player.ts";
export { findHouseId, HOUSE } from "./house.ts";
export { openSession } from "./open-session.ts";
export { maskedName, referralParam } from "./rules.ts";
export { noteFreeSpin, purgeAnswers, purgeSessions, setTokens } from "./store.ts";
