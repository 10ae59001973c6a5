import type { Tx } from "../../../db/sql.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { listWallets, type UserRow, type WalletRow } from "../users/index.ts";

/** The user of a wallet change, as events name it. */
export type EventUser = Pick<UserRow, "id" | "external_id">;

/** Emits an event for every changed link of the user: a moved primary, for example, changes two. */
export function emitChanges(tx: Tx, partnerId: number, user: EventUser, before: readonly WalletRow[]): void {
  const after = listWallets(tx, [user.id]);
  for (const old of before) {
    if (!after.some((wallet) => wallet.id === old.id)) emit(tx, partnerId, "wallets.unlinked", user, old);
  }
  for (const wallet of after) {
    const old = before.find((each) => each.id === wallet.id);
    if (old === undefined) emit(tx, partnerId, "wallets.linked", user, wallet);
    else if (!isSame(old, wallet)) emit(tx, partnerId, "wallets.updated", user, wallet);
  }
}

const TOLD = ["label", "is_primary", "is_hidden", "verified_at", "proof_format"] as const;

function isSame(a: WalletRow, b: WalletRow): boolean {
  return TOLD.every((name) => a[name] === b[name]);
}

function emit(
  tx: Tx,
  partnerId: number,
  type: "wallets.linked" | "wallets.updated" | "wallets.unlinked",
  user: EventUser,
  wallet: WalletRow,
): void {
  const { blockchain, wallet_address, label, is_primary, is_hidden, verified_at } = wallet;
  emitEvent(tx, partnerId, type, {
    user_id: String(user.id),
    external_id: user.external_id,
    wallet: {
      blockchain,
      wallet_address,
      label,
      is_primary,
      is_hidden,
      verified: verified_at === null ? 0 : 1,
    },
  });
}
