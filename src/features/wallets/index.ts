export { requireFreshWallet } from "./find-wallet.ts";
export { walletRoutes } from "./routes.partner.ts";
