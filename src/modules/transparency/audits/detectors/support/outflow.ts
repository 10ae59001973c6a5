import { pickLeast } from "../../../../../kit/bigint.ts";
import type { AuditTransaction, OwnerChange } from "./input.ts";

export interface Outflow {
  wallet: OwnerChange;
  /** Base units that left the listed wallets; above 0. */
  amount: bigint;
}

/**
 * Outflows from a list of wallets in a transaction, one per losing wallet. Movements within the list do not count: amounts
 * received by listed wallets are deducted from the losers in the order of their addresses.
 */
export function detectOutflows({ owners }: AuditTransaction, list: ReadonlySet<string>): Outflow[] {
  const listed = owners.filter(({ owner }) => list.has(owner));
  let received = listed.reduce((sum, { delta }) => (delta > 0n ? sum + delta : sum), 0n);
  return listed.flatMap((wallet) => {
    if (wallet.delta >= 0n) return [];
    const lost = -wallet.delta;
    const kept = pickLeast([lost, received]);
    received -= kept;
    return lost > kept ? [{ wallet, amount: lost - kept }] : [];
  });
}
