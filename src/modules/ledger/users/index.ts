export { createUser } from "./create-user.ts";
export { requireActive, requireUser, requireUserEvenDeleted } from "./find-user.ts";
export { UserPath, Wallet } from "./model.ts";
export { usersRoutes } from "./routes.partner.ts";
export {
  findPrimaryWallet,
  findUserByExternalId,
  findUserById,
  listWallets,
  type ProofFormat,
  purgeChallenges,
  type UserRow,
  WALLET_COLUMNS,
  type WalletRow,
} from "./store.ts";
export { walletView } from "./view.ts";
export { updateUser } from "./update-user.ts";
