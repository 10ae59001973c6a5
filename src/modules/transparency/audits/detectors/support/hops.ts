import type { AuditTransaction } from "./input.ts";

/** Tokens that went from one owner to another. */
export interface Hop {
  from: string;
  to: string;
  amount: bigint;
}

/**
 * Who sent how much to whom. Known only where a transaction has one loser or one gainer; with more of both it could have
 * been anybody.
 */
export function hopsOf({ owners }: AuditTransaction): Hop[] {
  const losers = owners.filter(({ delta }) => delta < 0n);
  const gainers = owners.filter(({ delta }) => delta > 0n);
  const [loser, gainer] = [losers[0], gainers[0]];
  if (loser === undefined || gainer === undefined) return [];
  if (losers.length === 1)
    return gainers.map(({ owner, delta }) => ({ from: loser.owner, to: owner, amount: delta }));
  if (gainers.length > 1) return [];
  return losers.map(({ owner, delta }) => ({ from: owner, to: gainer.owner, amount: -delta }));
}
