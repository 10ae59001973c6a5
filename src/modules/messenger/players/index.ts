export { createPlayerFor, type PlayerFor } from "./access.ts";
export type { PlayerCaller, Welcome } from "./credentials.ts";
export {
  ensurePlayer,
  findPlayer,
  findPlayerWithId,
  forgetPlayer,
  mayPlay,
  requireActivePlayer,
  requirePlayer,
  storePlayer,
} from "./ensure-player.ts";
export { findHouseId, HOUSE } from "./house.ts";
export { openSession } from "./open-session.ts";
export { maskedName, referralParam } from "./rules.ts";
export {
  findPlayerByUser,
  type Player,
  purgeAnswers,
  purgeSessions,
  recordFreeSpin,
  recordGift,
  setTokens,
} from "./store.ts";
export { WalletTickets } from "./wallet-ticket.ts";
