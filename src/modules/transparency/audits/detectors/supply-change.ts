import type { AuditTransaction, SupplyChange } from "./support/input.ts";

export interface OwnerSupplyChange {
  /** Owner of the account; null if the chain does not give it. */
  owner: string | null;
  amount: bigint;
  accounts: string[];
  authorities: string[];
}

/** Amounts that a transaction minted or burned in base units, grouped and sorted by account owner. */
export function groupSupplyChanges(
  { supplyChanges }: AuditTransaction,
  kind: SupplyChange["kind"],
): OwnerSupplyChange[] {
  const matching = supplyChanges.filter((each) => each.kind === kind && each.amount > 0n);
  return [...Map.groupBy(matching, ({ owner }) => owner)]
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
