export { requireFreshWallet } from "./find-wallet.ts";
