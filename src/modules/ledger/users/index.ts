export { createUser } from "./create-user.ts";
export { requireActive, requireUser, requireUserEvenDeleted } from "./find-user.ts";
export { DeletedUser, UserPath, Wallet } from "./model.ts";
export { usersRoutes } from "./routes.partner.ts";
export {
  clearUser,
  findPrimaryWallet,
  listWallets,
  type ProofFormat,
  setBalance,
  type UserRow,
  WALLET_COLUMNS,
  type WalletRow,
} from "./store.ts";
export { walletView } from "./view.ts";
