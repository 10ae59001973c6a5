import type { Tx } from "../../../db/sql.ts";
import { indexUser } from "../user-search/index.ts";
import { listWallets, type UserRow, type WalletRow } from "../users/index.ts";
import { type EventUser, emitChanges } from "./emit-changes.ts";
import { requireLink } from "./find-wallet.ts";
import { settlePrimary } from "./settle-primary.ts";
import { deleteLink } from "./store.ts";

/** Deletes the link between a user and an address. @throws Problem wallet_not_found */
export function unlinkWallet(tx: Tx, partnerId: number, user: UserRow, address: string): void {
  removeLink(tx, partnerId, user, requireLink(tx, user, address));
}

/** Deletes a link; if it was the primary, the user's oldest remaining one becomes primary. */
export function removeLink(tx: Tx, partnerId: number, user: EventUser, link: WalletRow): void {
  const before = listWallets(tx, [user.id]);
  deleteLink(tx, link.id);
  settlePrimary(tx, user.id, link.wallet_address, null);
  indexUser(tx, partnerId, user.id);
  emitChanges(tx, partnerId, user, before);
}
