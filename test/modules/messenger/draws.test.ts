import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import {
  type Algorithm,
  drawLayout,
  drawSegment,
  hashServerSeed,
} from "../../../src/modules/messenger/seeds/index.ts";

const VECTOR = { serverSeed: "a".repeat(64), clientSeed: "client", nonce: 1 };

/** A second implementation of the draws: one number below each `n`, in order. */
function naive(algorithm: Algorithm, seeds: typeof VECTOR, ns: number[]): number[] {
  const bytes: number[] = [];
  for (let r = 0; r < 40; r++)
    bytes.push(
      ...createHmac("sha256", seeds.serverSeed).update(`${seeds.clientSeed}:${seeds.nonce}:${r}`).digest(),
    );
  return ns.map((n) => {
    for (;;) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.splice(0, 4);
      if (algorithm === "stake-v1")
        return Math.floor((a / 256 + b / 256 ** 2 + c / 256 ** 3 + d / 256 ** 4) * n);
      const u32 = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
      if (u32 < 2 ** 32 - (2 ** 32 % n)) return u32 % n;
    }
  });
}

describe("draws", () => {
  test("the commitment hashes the seed's text, not its bytes", () => {
    expect(hashServerSeed(VECTOR.serverSeed)).toStartWith("ffe054fe");
  });

  test("stake-v1 matches the published vector: mines 7, 12, 5 and segment 2 of 10", () => {
    const seeds = { ...VECTOR, algorithm: "stake-v1" } as const;
    const layout = drawLayout(seeds, { tiles: 25, mines: 3, targets: 0 });
    expect(layout.flatMap((content, cell) => (content === "mine" ? [cell] : []))).toEqual([5, 7, 12]);
    expect(drawSegment(seeds, new Array(10).fill(1))).toBe(2);
  });

  test("both algorithms agree with a second implementation for any seeds and rules", () => {
    const text = fc.stringMatching(/^[!-9;-~]{1,64}$/);
    fc.assert(
      fc.property(
        fc.constantFrom<Algorithm>("reject-v1", "stake-v1"),
        fc.stringMatching(/^[0-9a-f]{64}$/),
        text,
        fc.integer({ min: 1, max: 1e6 }),
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
        (algorithm, serverSeed, clientSeed, nonce, weights) => {
          const seeds = { serverSeed, clientSeed, nonce };
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          const [drawn = 0] = naive(algorithm, seeds, [total]);
          let sum = 0;
          const expected = weights.findIndex((weight) => {
            sum += weight;
            return drawn < sum;
          });
          expect(drawSegment({ ...seeds, algorithm }, weights)).toBe(expected);
          const picks = naive(algorithm, seeds, [25, 24, 23, 22, 21, 20, 19, 18]);
          const left = [...new Array(25).keys()];
          const order = picks.map((pick) => left.splice(pick, 1)[0]);
          const layout = drawLayout({ ...seeds, algorithm }, { tiles: 25, mines: 3, targets: 5 });
          expect(new Set(order.slice(0, 3))).toEqual(
            new Set(layout.flatMap((each, cell) => (each === "mine" ? [cell] : []))),
          );
          expect(new Set(order.slice(3))).toEqual(
            new Set(layout.flatMap((each, cell) => (each === "target" ? [cell] : []))),
          );
        },
      ),
      { numRuns: 60, seed: 16 },
    );
  });

  test("over many nonces the segments' frequencies match their weights", () => {
    const weights = [1, 2, 3, 4];
    const counts = [0, 0, 0, 0];
    for (let nonce = 1; nonce <= 4_000; nonce++) {
      const index = drawSegment({ ...VECTOR, nonce, algorithm: "reject-v1" }, weights);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    for (const [index, weight] of weights.entries())
      expect(Math.abs((counts[index] ?? 0) - weight * 400)).toBeLessThan(4 * Math.sqrt(weight * 400));
  });
});
