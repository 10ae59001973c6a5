import type { SumNode } from "../../../kit/crypto/sum-tree.ts";

export const TILE_WIDTH = 256;

const LEAF_BYTES = 16;

/** A user's balance in hundredths. */
export interface CountedBalance {
  id: number;
  balance: number;
}

export function packBalances(balances: readonly CountedBalance[]): Uint8Array {
  const bytes = Buffer.alloc(balances.length * LEAF_BYTES);
  for (const [at, { id, balance }] of balances.entries()) {
    bytes.writeBigUInt64BE(BigInt(id), at * LEAF_BYTES);
    bytes.writeBigUInt64BE(BigInt(balance), at * LEAF_BYTES + 8);
  }
  return bytes;
}

/** Hash and sum of each node; sums take 16 bytes, because a total may exceed 64 bits. */
export function packNodes(nodes: readonly SumNode[]): Uint8Array {
  const text = nodes.map(({ hash, sum }) => hash + sum.toString(16).padStart(32, "0")).join("");
  return Buffer.from(text, "hex");
}
