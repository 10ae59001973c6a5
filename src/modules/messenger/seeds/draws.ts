import { createHmac } from "node:crypto";
import { sha256Hex } from "../../../kit/crypto/seal.ts";

/** How draws become numbers: exactly uniform by rejection, or by scaled floats as many verifiers do. */
export const ALGORITHMS = ["reject-v1", "stake-v1"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** What decides a round. */
export interface RoundSeeds {
  algorithm: Algorithm;
  /** 64 hex digits, used as text. */
  serverSeed: string;
  clientSeed: string;
  nonce: number;
}

const RANGE = 2 ** 32;

/** The commitment to a server seed: hex SHA-256 of its hex text, not of the bytes that the text stands for. */
export function commitmentOf(serverSeed: string): string {
  return sha256Hex(serverSeed);
}

/**
 * The draws of one round, in order: block r is HMAC-SHA256 keyed with the server seed's text over
 * `clientSeed:nonce:r`, four bytes per draw, the most significant first.
 */
export function createDraws({ algorithm, serverSeed, clientSeed, nonce }: RoundSeeds): (n: number) => number {
  let block = Buffer.alloc(0);
  let offset = 0;
  let round = 0;
  const next = (): number => {
    if (offset + 4 > block.length) {
      block = createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:${round++}`).digest();
      offset = 0;
    }
    const drawn = block.readUInt32BE(offset);
    offset += 4;
    return drawn;
  };
  if (algorithm === "stake-v1") return (n) => Math.floor((next() / RANGE) * n);
  return (n) => {
    const limit = RANGE - (RANGE % n);
    let drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % n;
  };
}

/** The wheel's segment: a draw over the sum of the weights, by cumulative weights in index order. */
export function drawSegment(seeds: RoundSeeds, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = createDraws(seeds)(total);
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return index;
    left -= weight;
  }
  throw new RangeError("a wheel has at least one segment");
}

export type CellContent = "empty" | "target" | "mine";

/** A grid's cells in order: each pick takes a place among the remaining cells, mines first, then targets. */
export function drawLayout(
  seeds: RoundSeeds,
  { tiles, mines, targets }: { tiles: number; mines: number; targets: number },
): CellContent[] {
  const draw = createDraws(seeds);
  const remaining = Array.from({ length: tiles }, (_, cell) => cell);
  const layout = remaining.map((): CellContent => "empty");
  for (let pick = 0; pick < mines + targets; pick++) {
    const [cell = 0] = remaining.splice(draw(tiles - pick), 1);
    layout[cell] = pick < mines ? "mine" : "target";
  }
  return layout;
}
