import { sha256Hex } from "./seal.ts";

/**
 * A Merkle sum tree: each node commits to the sum of the leaves below it, so that a root proves a total. Hashed are UTF-8
 * lines, so that a path can be verified with any SHA-256 tool. The shape is that of RFC 6962: pairs from the left, and an
 * odd last node moves up unchanged.
 */
export interface SumNode {
  /** SHA-256 as lower-case hex. */
  hash: string;
  sum: bigint;
}

/** A neighbour on the way from a leaf to the root, and its side. */
export interface SumStep extends SumNode {
  side: "left" | "right";
}

/** The leaf of an amount that belongs to `reference`; the secret salt prevents guessing the amount from the hash. */
export function sumLeaf(salt: string, reference: string, amount: bigint): SumNode {
  return { hash: sha256Hex(`leaf\n${salt}\n${reference}\n${amount}\n`), sum: amount };
}

function join(left: SumNode, right: SumNode): SumNode {
  return {
    hash: sha256Hex(`node\n${left.hash}\n${left.sum}\n${right.hash}\n${right.sum}\n`),
    sum: left.sum + right.sum,
  };
}

function levelAbove(nodes: readonly SumNode[]): SumNode[] {
  const above: SumNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at], nodes[at + 1]];
    if (left !== undefined) above.push(right === undefined ? left : join(left, right));
  }
  return above;
}

/** The node at the end of a path that starts at `leaf`. */
export function sumUnder(leaf: SumNode, path: readonly SumStep[]): SumNode {
  return path.reduce<SumNode>(
    (node, step) => (step.side === "left" ? join(step, node) : join(node, step)),
    leaf,
  );
}

/** The root above these nodes; without nodes, the hash of the empty text with the sum 0. */
export function sumRoot(nodes: readonly SumNode[]): SumNode {
  const [only, ...others] = nodes;
  if (only === undefined) return { hash: sha256Hex(""), sum: 0n };
  return others.length === 0 ? only : sumRoot(levelAbove(nodes));
}

/** The steps from the node at `index` to the root above all nodes, the nearest first. */
export function sumPath(nodes: readonly SumNode[], index: number): SumStep[] {
  if (nodes.length <= 1) return [];
  const neighbour = nodes[index % 2 === 0 ? index + 1 : index - 1];
  const rest = sumPath(levelAbove(nodes), Math.floor(index / 2));
  if (neighbour === undefined) return rest;
  return [{ ...neighbour, side: index % 2 === 0 ? "right" : "left" }, ...rest];
}
