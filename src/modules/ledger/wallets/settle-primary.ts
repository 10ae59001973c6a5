import type { Tx } from "../../../db/sql.ts";
import { listWallets } from "../users/index.ts";
import { choosePrimary } from "./rules.ts";
import { setPrimary } from "./store.ts";

/** Ensures that a user with wallets has exactly one primary after a change of the link at `address`. */
export function settlePrimary(
  tx: Tx,
  userId: number,
  { address, asked }: { address: string; asked: 0 | 1 | null },
): void {
  const wallets = listWallets(tx, [userId]);
  const current = wallets.find((wallet) => wallet.is_primary === 1);
  const chosen = choosePrimary(wallets, address, asked);
  if (chosen?.id === current?.id) return;
  if (current !== undefined) setPrimary(tx, current.id, 0);
  if (chosen !== undefined) setPrimary(tx, chosen.id, 1);
}
