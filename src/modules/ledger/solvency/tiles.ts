import type { SumNode } from "../../../kit/crypto/sum-tree.ts";

export const TILE_WIDTH = 256;

const LEAF_BYTES = 16;
const HASH_BYTES = 32;
/** Sums take 16 bytes: a total of many balances may exceed 64 bits. */
const NODE_BYTES = HASH_BYTES + 16;

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

export function unpackBalances(data: Uint8Array): CountedBalance[] {
  const bytes = Buffer.from(data);
  return Array.from({ length: bytes.length / LEAF_BYTES }, (_, at) => ({
    id: Number(bytes.readBigUInt64BE(at * LEAF_BYTES)),
    balance: Number(bytes.readBigUInt64BE(at * LEAF_BYTES + 8)),
  }));
}

export function packNodes(nodes: readonly SumNode[]): Uint8Array {
  const text = nodes.map(({ hash, sum }) => hash + sum.toString(16).padStart(32, "0")).join("");
  return Buffer.from(text, "hex");
}

export function unpackNodes(data: Uint8Array): SumNode[] {
  const bytes = Buffer.from(data);
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, at) => {
    const text = bytes.toString("hex", at * NODE_BYTES, (at + 1) * NODE_BYTES);
    return { hash: text.slice(0, HASH_BYTES * 2), sum: BigInt(`0x${text.slice(HASH_BYTES * 2)}`) };
  });
}
