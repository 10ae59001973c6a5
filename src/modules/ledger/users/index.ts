export { createUser } from "./create-user.ts";
export { USER_ERRORS, USER_RECOVERY } from "./errors.ts";
export {
  findUser,
  requireActive,
  requireBalance,
  requireProvedBalance,
  requireUser,
  requireUserEvenDeleted,
} from "./find-user.ts";
export { DeletedUser, UserPath, Wallet } from "./model.ts";
export { usersRoutes } from "./routes.partner.ts";
export {
  type AnyUser,
  clearUser,
  findAnyUser,
  findPrimaryWallet,
  findUserByExternalId,
  findUserById,
  listWalletPage,
  listWallets,
  type ProofFormat,
  setBalance,
  type UserRow,
  WALLET_COLUMNS,
  type WalletRow,
} from "./store.ts";
export { updateUser } from "./update-user.ts";
export { walletView } from "./view.ts";
