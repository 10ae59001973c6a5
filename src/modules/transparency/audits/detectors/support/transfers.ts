import type { AuditTransaction } from "./input.ts";

/** A transfer from one owner to another, in base units. */
export interface Transfer {
  from: string;
  to: string;
  amount: bigint;
}

/**
 * Transfers between the owners in a transaction. Empty if several owners lost and several gained tokens: then nobody can
 * tell who sent to whom.
 */
export function inferTransfers({ owners }: AuditTransaction): Transfer[] {
  const losers = owners.filter(({ delta }) => delta < 0n);
  const gainers = owners.filter(({ delta }) => delta > 0n);
  const [loser, gainer] = [losers[0], gainers[0]];
  if (loser === undefined || gainer === undefined) return [];
  if (losers.length === 1)
    return gainers.map(({ owner, delta }) => ({ from: loser.owner, to: owner, amount: delta }));
  if (gainers.length > 1) return [];
  return losers.map(({ owner, delta }) => ({ from: owner, to: gainer.owner, amount: -delta }));
}
