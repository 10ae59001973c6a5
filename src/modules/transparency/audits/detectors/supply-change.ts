import type { AuditTransaction, SupplyChange } from "./support/input.ts";

export interface OwnerSupplyChange {
  /** Owner of the account; null where the chain does not say. */
  owner: string | null;
  amount: bigint;
  accounts: string[];
  authorities: string[];
}

/** What a transaction minted or burned, by the owner of the accounts, in the order of owners. */
export function supplyChangesOf(
  { supplyChanges }: AuditTransaction,
  kind: SupplyChange["kind"],
): OwnerSupplyChange[] {
  const ours = supplyChanges.filter((each) => each.kind === kind && each.amount > 0n);
  return [...Map.groupBy(ours, ({ owner }) => owner)]
    .map(([owner, changes]) => ({
      owner,
      amount: changes.reduce((sum, { amount }) => sum + amount, 0n),
      accounts: unique(changes.map(({ account }) => account)),
      authorities: unique(changes.flatMap(({ authority }) => authority ?? [])),
    }))
    .sort((a, b) => ((a.owner ?? "") < (b.owner ?? "") ? -1 : 1));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
