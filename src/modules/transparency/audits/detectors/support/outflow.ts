import { leastOf } from "../../../../../kit/bigint.ts";
import type { AuditTransaction, OwnerChange } from "./input.ts";

export interface Outflow {
  wallet: OwnerChange;
  /** Base units that left the list, above 0. */
  amount: bigint;
}

/**
 * What left a list of wallets in a transaction, by wallet. What other wallets of the list received counts first against
 * the losers in the order of their addresses: movements between wallets of one list are no outflow.
 */
export function outflowsOf({ owners }: AuditTransaction, list: ReadonlySet<string>): Outflow[] {
  const ours = owners.filter(({ owner }) => list.has(owner));
  let within = ours.reduce((sum, { delta }) => (delta > 0n ? sum + delta : sum), 0n);
  return ours.flatMap((wallet) => {
    if (wallet.delta >= 0n) return [];
    const lost = -wallet.delta;
    const kept = leastOf([lost, within]);
    within -= kept;
    return lost > kept ? [{ wallet, amount: lost - kept }] : [];
  });
}
