import type { Tx } from "../../../db/sql.ts";
import { indexUser } from "../user-search/index.ts";
import { listWallets, type WalletRow } from "../users/index.ts";
import { emitChanges, type WalletOwner } from "./emit-changes.ts";
import { requireLink } from "./find-wallet.ts";
import { settlePrimary } from "./settle-primary.ts";
import { deleteLink } from "./store.ts";

/** Deletes the link between a user and an address. @throws Problem wallet_not_found */
export function unlinkWallet(tx: Tx, owner: WalletOwner, address: string): void {
  removeLink(tx, owner, requireLink(tx, owner.user, address));
}

/** Deletes a link; if it was the primary, the user's oldest remaining one becomes primary. */
export function removeLink(tx: Tx, owner: WalletOwner, link: WalletRow): void {
  const { partnerId, user } = owner;
  const before = listWallets(tx, [user.id]);
  deleteLink(tx, link.id);
  settlePrimary(tx, user.id, { address: link.wallet_address, asked: null });
  indexUser(tx, partnerId, user.id);
  emitChanges(tx, owner, before);
}
