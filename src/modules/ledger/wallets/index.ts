export { WALLET_ERRORS } from "./errors.ts";
export { requireFreshWallet } from "./find-wallet.ts";
export { issueChallenge } from "./issue-challenge.ts";
export { linkWallet } from "./link-wallet.ts";
export { Challenge } from "./model.ts";
export type { HoldingsSource } from "./read.ts";
export { walletRoutes } from "./routes.partner.ts";
export { deleteUserWallets, findChallenge, markVerified, purgeChallenges } from "./store.ts";
