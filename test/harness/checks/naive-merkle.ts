import { createHash } from "node:crypto";

/** Literal implementation of RFC 6962, section 2.1, over whole lists, to verify the log's tree. */

export function naiveRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return hash(Uint8Array.of(0), leaves[0] ?? new Uint8Array());
  const split = splitOf(leaves.length);
  return hash(Uint8Array.of(1), naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

export function naivePath(index: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - split, right), naiveRoot(left)];
}

export function naiveConsistency(size: number, leaves: readonly Uint8Array[], isWhole = true): Buffer[] {
  if (size === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return size <= split
    ? [...naiveConsistency(size, left, isWhole), naiveRoot(right)]
    : [...naiveConsistency(size - split, right, false), naiveRoot(left)];
}

/** The largest power of two below n. */
function splitOf(n: number): number {
  return 2 ** Math.floor(Math.log2(n - 1));
}

function hash(...parts: Uint8Array[]): Buffer {
  const sha256 = createHash("sha256");
  for (const part of parts) sha256.update(part);
  return sha256.digest();
}
