import type { Sql, Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import {
  completedBy,
  computeRoot,
  inclusionProof,
  leafHash,
  type Node,
  type ReadNode,
} from "../../../kit/crypto/merkle.ts";
import {
  countLeaves,
  countUnrevealed,
  findFairDay,
  findNode,
  insertFairDay,
  insertNode,
  listSeedsWithoutIndex,
  setDayIndex,
} from "./day-store.ts";
import type { SeedRow } from "./store.ts";

/** Proof that a commitment is in its day's tree, and the index of that tree's entry in the signed log. */
export interface Inclusion {
  log_index: number;
  proof: { index: number; size: number; hashes: string[] };
}

function reader(sql: Sql, day: number): ReadNode {
  return (level, index) => {
    const hash = findNode(sql, { day, level, position: index });
    if (hash === null) throw new Error(`day ${day} has no node ${level}/${index}`);
    return Buffer.from(hash, "hex");
  };
}

function periodOf(day: number): { from: number; to: number } {
  return { from: day * DAY_MS, to: (day + 1) * DAY_MS };
}

/** Appends a UTC day's next commitments to its tree, in order of creation. Returns their number. */
export function appendCommitments(tx: Tx, day: number, chunk: number): number {
  const seeds = listSeedsWithoutIndex(tx, { ...periodOf(day), limit: chunk });
  let index = countLeaves(tx, day);
  const read = reader(tx, day);
  for (const seed of seeds) {
    const leaf = leafHash(Buffer.from(seed.server_seed_hash, "hex"));
    for (const node of completedBy(index, leaf, read)) storeNode(tx, day, node);
    setDayIndex(tx, seed.id, index++);
  }
  return seeds.length;
}

function storeNode(tx: Tx, day: number, { level, index, hash }: Node): void {
  insertNode(tx, { day, level, position: index, hash: Buffer.from(hash).toString("hex") });
}

/** Stores the root of a day's complete tree, and how many of its commitments are unrevealed now. */
export function closeDay(tx: Tx, day: number): { size: number; root: string; unrevealed: number } {
  const size = countLeaves(tx, day);
  const root = Buffer.from(computeRoot(size, reader(tx, day))).toString("hex");
  const closed = { size, root, unrevealed: countUnrevealed(tx, periodOf(day)) };
  insertFairDay(tx, { day, ...closed, log_index: null });
  return closed;
}

/** The inclusion proof of a seed's commitment; null until its day is in the signed log. */
export function proveInclusion(sql: Sql, seed: Pick<SeedRow, "created_at" | "day_index">): Inclusion | null {
  const day = Math.floor(seed.created_at / DAY_MS);
  const closed = seed.day_index === null ? null : findFairDay(sql, day);
  if (closed === null || closed.log_index === null || seed.day_index === null) return null;
  const hashes = inclusionProof(seed.day_index, closed.size, reader(sql, day));
  return {
    log_index: closed.log_index,
    proof: {
      index: seed.day_index,
      size: closed.size,
      hashes: hashes.map((hash) => Buffer.from(hash).toString("hex")),
    },
  };
}
