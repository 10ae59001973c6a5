import { createHmac } from "node:crypto";
import { sha256Hex } from "../../../kit/crypto/seal.ts";

/** Mappings of draws to a range: exactly uniform by rejection, or scaled floats as in many third-party verifiers. */
export const ALGORITHMS = ["reject-v1", "stake-v1"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The input that determines a round's outcome. */
export interface RoundSeeds {
  algorithm: Algorithm;
  /** 64 hex digits; used as text, not decoded. */
  serverSeed: string;
  clientSeed: string;
  nonce: number;
}

const RANGE = 2 ** 32;

/** The commitment to a server seed: hex SHA-256 of its hex text, not of the decoded bytes. */
export function hashServerSeed(serverSeed: string): string {
  return sha256Hex(serverSeed);
}

/**
 * Returns a function that draws a number from 0 to under n. Block r of the draws is HMAC-SHA256 over `clientSeed:nonce:r`,
 * keyed with the server seed's text; each draw uses four bytes, big-endian.
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

/** The index of the wheel's segment: one draw over the sum of the weights, by cumulative weight. */
export function drawSegment(seeds: RoundSeeds, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = createDraws(seeds)(total);
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return index;
    left -= weight;
  }
  throw new RangeError("a wheel needs at least one segment");
}

export type CellContent = "empty" | "target" | "mine";

/** The content of a grid's cells: draws pick from the remaining cells, first for mines, then for targets. */
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
