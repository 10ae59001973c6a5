export { requireFreshWallet } from "./find-wallet.ts";
export { linkWallet } from "./link-wallet.ts";
export { walletRoutes } from "./routes.partner.ts";
export { markVerified, purgeChallenges, removeWalletsOf } from "./store.ts";
