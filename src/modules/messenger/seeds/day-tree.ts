import type { Sql, Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import {
  completedBy,
  inclusionProof,
  leafHash,
  type Node,
  type ReadNode,
  rootOf,
} from "../../../kit/crypto/merkle.ts";
import {
  countLeaves,
  countUnrevealed,
  findFairDay,
  findNode,
  insertFairDay,
  insertNode,
  listUnplacedSeeds,
  placeSeed,
} from "./day-store.ts";
import type { SeedRow } from "./store.ts";

/** Where a commitment stands in the day's tree, and that tree in the signed log. */
export interface Inclusion {
  log_index: number;
  proof: { index: number; size: number; hashes: string[] };
}

function reader(sql: Sql, day: number): ReadNode {
  return (level, index) => {
    const hash = findNode(sql, day, level, index);
    if (hash === null) throw new Error(`day ${day} lacks the node ${level}/${index}`);
    return Buffer.from(hash, "hex");
  };
}

/** Places the next commitments of a UTC day in its tree, in the order in which they were made. Returns how many. */
export function placeCommitments(tx: Tx, day: number, chunk: number): number {
  const seeds = listUnplacedSeeds(tx, day * DAY_MS, (day + 1) * DAY_MS, chunk);
  let index = countLeaves(tx, day);
  const read = reader(tx, day);
  for (const seed of seeds) {
    const leaf = leafHash(Buffer.from(seed.server_seed_hash, "hex"));
    for (const node of completedBy(index, leaf, read)) keep(tx, day, node);
    placeSeed(tx, seed.id, index++);
  }
  return seeds.length;
}

function keep(tx: Tx, day: number, { level, index, hash }: Node): void {
  insertNode(tx, { day, level, position: index, hash: Buffer.from(hash).toString("hex") });
}

/** Closes a day whose commitments are all placed. */
export function closeDay(tx: Tx, day: number): { size: number; root: string; unrevealed: number } {
  const size = countLeaves(tx, day);
  const root = Buffer.from(rootOf(size, reader(tx, day))).toString("hex");
  const closed = { size, root, unrevealed: countUnrevealed(tx) };
  insertFairDay(tx, { day, ...closed, log_index: null });
  return closed;
}

/** Null until the day of the commitment is in the signed log. */
export function inclusionOf(sql: Sql, seed: Pick<SeedRow, "created_at" | "day_index">): Inclusion | null {
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
