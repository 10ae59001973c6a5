import { createHash } from "node:crypto";

/**
 * The Merkle tree of RFC 6962, section 2.1, over SHA-256, stored as its complete subtrees: node (level, index) is the
 * hash over the leaves index·2^level to (index + 1)·2^level. Complete subtrees never change, and any root or proof of
 * a tree of n leaves needs O(log n) of them.
 */

export const HASH_BYTES = 32;

/** Reads the hash of a complete subtree. @throws if it does not exist */
export type ReadNode = (level: number, index: number) => Uint8Array;

export interface Node {
  level: number;
  index: number;
  hash: Uint8Array;
}

const LEAF = Uint8Array.of(0);
const INNER = Uint8Array.of(1);

export function leafHash(entry: Uint8Array): Uint8Array {
  return digest(LEAF, entry);
}

export function innerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return digest(INNER, left, right);
}

/** The subtrees completed by the leaf at `index`: itself first, then larger ones. */
export function completedBy(index: number, leaf: Uint8Array, read: ReadNode): Node[] {
  const nodes: Node[] = [{ level: 0, index, hash: leaf }];
  let last = { level: 0, index, hash: leaf };
  while (last.index % 2 === 1) {
    const hash = innerHash(read(last.level, last.index - 1), last.hash);
    last = { level: last.level + 1, index: (last.index - 1) / 2, hash };
    nodes.push(last);
  }
  return nodes;
}

/** The root of the first `size` leaves. */
export function computeRoot(size: number, read: ReadNode): Uint8Array {
  return size === 0 ? digest() : rangeHash(0, size, read);
}

/** The audit path of a leaf in the tree of `size`, the leaf's sibling first (RFC 6962, section 2.1.1). */
export function inclusionProof(index: number, size: number, read: ReadNode): Uint8Array[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  return path(index, { start: 0, end: size }, read);
}

/** The proof that the tree of `size` extends that of `oldSize`, which is 1 or more (RFC 6962, section 2.1.2). */
export function consistencyProof(oldSize: number, size: number, read: ReadNode): Uint8Array[] {
  if (!(oldSize >= 1 && oldSize <= size)) throw new RangeError(`no tree of ${oldSize} in one of ${size}`);
  return subproof(oldSize, { start: 0, end: size }, read);
}

/** The leaves from `start` up to but excluding `end`, a range that is one part of the tree's split. */
interface Leaves {
  start: number;
  end: number;
}

function path(index: number, { start, end }: Leaves, read: ReadNode): Uint8Array[] {
  if (end - start === 1) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...path(index, { start, end: middle }, read), rangeHash(middle, end, read)]
    : [...path(index, { start: middle, end }, read), rangeHash(start, middle, read)];
}

function subproof(oldEnd: number, { start, end }: Leaves, read: ReadNode): Uint8Array[] {
  // From 0 it is the whole old tree, whose root the verifier knows.
  if (oldEnd === end) return start === 0 ? [] : [rangeHash(start, end, read)];
  const middle = start + splitOf(end - start);
  return oldEnd <= middle
    ? [...subproof(oldEnd, { start, end: middle }, read), rangeHash(middle, end, read)]
    : [...subproof(oldEnd, { start: middle, end }, read), rangeHash(start, middle, read)];
}

/** The hash over the leaves from `start` up to but excluding `end`, a range that is one part of the tree's split. */
function rangeHash(start: number, end: number, read: ReadNode): Uint8Array {
  const size = end - start;
  const split = splitOf(size);
  if (size === 1 || split * 2 === size) return read(Math.round(Math.log2(size)), start / size);
  return innerHash(rangeHash(start, start + split, read), rangeHash(start + split, end, read));
}

/** The largest power of two below `size`; 1 for 1. Without bit operations, which end at 32 bits. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function digest(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
