import { describe, expect, test } from "bun:test";
import {
  completedBy,
  computeRoot,
  consistencyProof,
  inclusionProof,
  leafHash,
  type ReadNode,
} from "../../src/kit/crypto/merkle.ts";
import { naiveConsistency, naivePath, naiveRoot } from "../harness/checks/naive-merkle.ts";
import { chooseSeed, seededRandom } from "../harness/simulation/random.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A tree in memory, and how many nodes were asked for. */
class MemoryTree {
  readonly nodes = new Map<string, Uint8Array>();
  reads = 0;
  size = 0;
  readonly read: ReadNode = (level, index) => {
    this.reads++;
    const hash = this.nodes.get(`${level} ${index}`);
    if (hash === undefined) throw new Error(`no node ${level} ${index}`);
    return hash;
  };

  add(entry: Uint8Array): void {
    for (const { level, index, hash } of completedBy(this.size, leafHash(entry), this.read))
      this.nodes.set(`${level} ${index}`, hash);
    this.size++;
  }
}

/** The leaves that implementations of RFC 6962 share as test data, and their published roots. */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((text) => Buffer.from(text, "hex"));

const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

describe("Merkle trees", () => {
  test("the shared vectors of Certificate Transparency have their published roots", () => {
    const tree = new MemoryTree();
    expect(hex(computeRoot(0, tree.read))).toBe(ROOTS[0] ?? "");
    for (const [at, leaf] of LEAVES.entries()) {
      tree.add(leaf);
      expect(hex(computeRoot(tree.size, tree.read))).toBe(ROOTS[at + 1] ?? "");
    }
  });

  test("every root, audit path and consistency proof of every size up to 70 is the naive model's", () => {
    const tree = new MemoryTree();
    const leaves: Uint8Array[] = [];
    for (let size = 1; size <= 70; size++) {
      const leaf = Buffer.from(`leaf ${size}`);
      leaves.push(leaf);
      tree.add(leaf);
      expect(hex(computeRoot(size, tree.read))).toBe(hex(naiveRoot(leaves)));
      for (let at = 0; at < size; at++) {
        expect(inclusionProof(at, size, tree.read).map(hex)).toEqual(naivePath(at, leaves).map(hex));
        expect(consistencyProof(at + 1, size, tree.read).map(hex)).toEqual(
          naiveConsistency(at + 1, leaves).map(hex),
        );
      }
    }
  });

  test("so are those of random sizes up to 3000, of older trees too", () => {
    const seed = chooseSeed();
    console.log(`merkle: SEED=${seed}`);
    const random = seededRandom(seed);
    const tree = new MemoryTree();
    const leaves = Array.from({ length: 3000 }, (_, at) => Buffer.from(`${seed} ${at}`));
    for (const leaf of leaves) tree.add(leaf);
    for (let round = 0; round < 12; round++) {
      const size = 1 + Math.floor(random() * 3000);
      const [at, older] = [Math.floor(random() * size), 1 + Math.floor(random() * size)];
      const first = leaves.slice(0, size);
      expect(hex(computeRoot(size, tree.read))).toBe(hex(naiveRoot(first)));
      expect(inclusionProof(at, size, tree.read).map(hex)).toEqual(naivePath(at, first).map(hex));
      expect(consistencyProof(older, size, tree.read).map(hex)).toEqual(
        naiveConsistency(older, first).map(hex),
      );
    }
  });

  test("adding, the root and a proof take O(log n) nodes", () => {
    const tree = new MemoryTree();
    for (let at = 0; at < 10_000; at++) {
      tree.reads = 0;
      tree.add(Buffer.from(String(at)));
      expect(tree.reads).toBeLessThanOrEqual(14);
    }
    for (const work of [
      () => computeRoot(9_999, tree.read),
      () => inclusionProof(5_000, 9_999, tree.read),
      () => consistencyProof(4_097, 9_999, tree.read),
    ]) {
      tree.reads = 0;
      work();
      expect(tree.reads).toBeLessThanOrEqual(2 * 14);
    }
  });

  test("what is outside of a tree has no proof", () => {
    const tree = new MemoryTree();
    tree.add(Buffer.from("only"));
    expect(() => inclusionProof(1, 1, tree.read)).toThrow(RangeError);
    expect(() => inclusionProof(-1, 1, tree.read)).toThrow(RangeError);
    expect(() => consistencyProof(0, 1, tree.read)).toThrow(RangeError);
    expect(() => consistencyProof(2, 1, tree.read)).toThrow(RangeError);
  });
});
