import type { Tx } from "../../../db/sql.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { listWallets, type UserRow, type WalletRow } from "../users/index.ts";

/** The user of a wallet change, as events name it, and its partner. */
export interface WalletOwner {
  partnerId: number;
  user: Pick<UserRow, "id" | "external_id">;
}

type WalletEvent = "wallets.linked" | "wallets.updated" | "wallets.unlinked";

/** Emits an event for every changed link of the user: a moved primary, for example, changes two. */
export function emitChanges(tx: Tx, { partnerId, user }: WalletOwner, before: readonly WalletRow[]): void {
  const after = listWallets(tx, [user.id]);
  const emit = (type: WalletEvent, wallet: WalletRow) =>
    emitEvent(tx, {
      partnerId,
      type,
      data: {
        user_id: String(user.id),
        external_id: user.external_id,
        wallet: eventWallet(wallet),
      },
    });
  for (const old of before) {
    if (!after.some((wallet) => wallet.id === old.id)) emit("wallets.unlinked", old);
  }
  for (const wallet of after) {
    const old = before.find((each) => each.id === wallet.id);
    if (old === undefined) emit("wallets.linked", wallet);
    else if (!isSame(old, wallet)) emit("wallets.updated", wallet);
  }
}

const TOLD = ["label", "is_primary", "is_hidden", "verified_at", "proof_format"] as const;

function isSame(a: WalletRow, b: WalletRow): boolean {
  return TOLD.every((name) => a[name] === b[name]);
}

function eventWallet({ blockchain, wallet_address, label, is_primary, is_hidden, verified_at }: WalletRow) {
  const verified: 0 | 1 = verified_at === null ? 0 : 1;
  return { blockchain, wallet_address, label, is_primary, is_hidden, verified };
}
