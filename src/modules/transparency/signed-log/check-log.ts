import { existsSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { computeRoot, innerHash, leafHash, type Node } from "../../../kit/crypto/merkle.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { type Checkpoint, NoteError, openCheckpoint } from "./note.ts";
import { keptNotePath } from "./open.ts";
import { readKept } from "./signed-log.ts";
import { type EntryRow, findLogByOrigin, LEAF, type LogRow, nodeReader, type ObjectRow } from "./store.ts";

/** State of the log as recorded in live.db. */
export interface LogMemory {
  /** Uid of the first log of this installation; null if none is recorded. */
  rememberedUid: string | null;
  /** After a restore, the kept note may be missing until `log resume`. */
  awaitsResume: boolean;
}

/**
 * Yields the faults of the logs in a directory (contract section 13). Checks that the entries' recomputed root equals that
 * of the stored nodes, that the current log's published and kept note are signed and match a prefix of its tree, that every
 * entry has its object, and that log.db is the file recorded in live.db. Reads each entry and object once, in constant memory.
 */
export function* logFaults(
  sql: Sql,
  dataDir: string,
  { rememberedUid, awaitsResume }: LogMemory,
): Generator<string> {
  // Read the kept note first: concurrent commits can then only extend the tree beyond it.
  const keptPath = keptNotePath(dataDir);
  const isKept = existsSync(keptPath);
  const logs = sql.all<LogRow>("SELECT * FROM signed_logs ORDER BY id");
  const current = logs.at(-1);
  if (current === undefined) return;
  if (rememberedUid !== null && logs[0]?.uid !== rememberedUid)
    yield "log.db is not the file that this installation started: restore it, or see salute log restart --help";
  try {
    const kept = readKept(keptPath, current.vkey);
    const matchesCurrent = kept !== null && (current.origin === null || kept.origin === current.origin);
    for (const log of logs) {
      yield* treeFaults(sql, log, log === current && matchesCurrent ? kept : null);
    }
    if (kept === null && current.note !== null && !awaitsResume)
      yield "log.checkpoint, the kept note, is missing: salute log resume --checkpoint FILE";
    if (kept !== null && !matchesCurrent) {
      const isPredecessors =
        current.note === null && findLogByOrigin(sql, kept.origin)?.id === current.id - 1;
      if (!isPredecessors) yield `log.checkpoint belongs to the log ${kept.origin}, not to ${current.origin}`;
    }
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    yield `log.checkpoint${isKept ? "" : " (missing)"}: ${error.message}`;
  }
  yield* objectFaults(sql);
}

interface SignedRoot {
  /** Which note signed it, for messages. */
  source: string;
  size: number;
  root: Uint8Array;
}

/**
 * Recomputes a log's tree in one pass over its entries and compares it with the signed roots.
 * @param kept checkpoint of the kept note, if it belongs to this log
 */
function* treeFaults(sql: Sql, log: LogRow, kept: Checkpoint | null): Generator<string> {
  const name = log.origin ?? `log ${log.id}`;
  const signedRoots: SignedRoot[] = kept === null ? [] : [{ source: "the kept note", ...kept }];
  if (log.note !== null) {
    try {
      signedRoots.push({ source: "the published note", ...openCheckpoint(log.note, log.vkey ?? "") });
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      yield `${name}, published note: ${error.message}`;
    }
  }
  const tree = new MerkleTree();
  // A restart that closed the log because it contradicts its last note has recorded that.
  const isExcused = log.contradicts_note === 1;
  const isForked = ({ root }: SignedRoot) =>
    !isExcused && !Buffer.from(tree.root()).equals(Buffer.from(root));
  const rows = sql.iterate<EntryRow>(
    "SELECT entry_index, kind, sha256, taken_at, entry FROM log_entries WHERE log_id = ? ORDER BY entry_index",
    log.id,
  );
  const forkFault = ({ size, source }: SignedRoot) =>
    `${name} has forked: its first ${size} entries differ from those of ${source}`;
  for (const each of signedRoots) if (each.size === 0 && isForked(each)) yield forkFault(each);
  for (const row of rows) {
    if (row.entry_index !== tree.size) yield `${name} lacks entry ${tree.size}`;
    if (!isConsistent(row)) yield `${name}: entry ${row.entry_index} does not match its row`;
    for (const node of tree.add(leafHash(Buffer.from(row.entry)))) {
      const fault = nodeFault(sql, log, node);
      if (fault !== null) yield `${name}: ${fault}`;
    }
    for (const each of signedRoots) if (each.size === tree.size && isForked(each)) yield forkFault(each);
  }
  for (const { size, source } of signedRoots) {
    if (!isExcused && size > tree.size)
      yield `${name} has ${tree.size} entries, but ${source} covers ${size}`;
  }
  for (const fault of nodeFaults(sql, log, tree)) yield `${name}: ${fault}`;
}

function isConsistent({ kind, sha256, taken_at, entry }: EntryRow): boolean {
  try {
    const named = LEAF.read(entry);
    const matchesRow = named.kind === kind && named.sha256 === sha256 && named.taken_at === isoUtc(taken_at);
    return matchesRow && named.url === `/log/objects/${sha256}` && canonicalJson(named) === entry;
  } catch {
    return false;
  }
}

/** Compares a stored node with the recomputed one. Tiles are served from all nodes, so each must be correct. */
function nodeFault(sql: Sql, { id }: LogRow, { level, index, hash }: Node): string | null {
  const text = "SELECT hash FROM log_nodes WHERE log_id = ? AND level = ? AND node_index = ?";
  const stored = sql.get<{ hash: Uint8Array }>(text, id, level, index)?.hash;
  if (stored === undefined || Buffer.from(stored).equals(Buffer.from(hash))) return null;
  return `node ${index} of level ${level} does not match the entries`;
}

/** Compares the number of stored nodes and their root with the recomputed tree. */
function* nodeFaults(sql: Sql, log: LogRow, tree: MerkleTree): Generator<string> {
  // Counts only nodes within the recomputed tree: a server may have added more since the entries were read.
  const count = sql.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM log_nodes WHERE log_id = ? AND ((node_index + 1) << level) <= ?",
    log.id,
    tree.size,
  )?.count;
  if (count !== tree.nodes) yield `${count} nodes are stored, but the entries require ${tree.nodes}`;
  if (tree.size === 0) return;
  try {
    const root = computeRoot(tree.size, nodeReader(sql, log.id));
    if (!Buffer.from(root).equals(Buffer.from(tree.root())))
      yield "the root of the nodes differs from the root of the entries";
  } catch (error) {
    yield (error as Error).message;
  }
}

function* objectFaults(sql: Sql): Generator<string> {
  for (const { sha256, size, gzip } of sql.iterate<ObjectRow>("SELECT * FROM log_objects")) {
    if (!isIntact(sha256, size, gzip)) yield `the object ${sha256} differs from the logged one`;
  }
}

function isIntact(sha256: string, size: number, gzip: Uint8Array): boolean {
  try {
    const bytes = gunzipSync(gzip);
    return bytes.length === size && sha256Hex(bytes) === sha256;
  } catch {
    return false;
  }
}

/** A Merkle tree computed from its leaves. Stores only the right edge. */
class MerkleTree {
  size = 0;
  /** Number of complete subtrees so far. */
  nodes = 0;
  readonly #edge: { level: number; hash: Uint8Array }[] = [];

  /** Adds a leaf. Returns the subtrees that it completes, starting with itself. */
  add(leaf: Uint8Array): Node[] {
    let node = { level: 0, hash: leaf };
    const completed: Node[] = [{ ...node, index: this.size }];
    this.nodes++;
    for (let last = this.#edge.at(-1); last?.level === node.level; last = this.#edge.at(-1)) {
      this.#edge.pop();
      node = { level: node.level + 1, hash: innerHash(last.hash, node.hash) };
      this.nodes++;
      completed.push({ ...node, index: ((this.size + 1) >> node.level) - 1 });
    }
    this.#edge.push(node);
    this.size++;
    return completed;
  }

  root(): Uint8Array {
    const hashes = this.#edge.map((each) => each.hash);
    const last = hashes.pop();
    if (last === undefined) return computeRoot(0, () => new Uint8Array());
    return hashes.reduceRight((right, left) => innerHash(left, right), last);
  }
}
