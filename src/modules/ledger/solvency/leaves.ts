import { type SumNode, sumLeaf } from "../../../kit/crypto/sum-tree.ts";
import type { CountedBalance } from "./tiles.ts";

/** The salt of a user's leaf. */
export type Salt = (userId: number) => string;

/**
 * Salts that differ by snapshot and user, so that leaves tell nothing of balances, not even that one stayed the same.
 * @param hash keyed by a key sealed in the file
 */
export function createSalt(hash: (text: string) => string, snapshotId: number): Salt {
  return (userId) => hash(`${snapshotId}:${userId}`);
}

export function buildLeaf(salt: Salt, { id, balance }: CountedBalance): SumNode {
  return sumLeaf(salt(id), String(id), BigInt(balance));
}
