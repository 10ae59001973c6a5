import { existsSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Sql } from "../../../db/sql.ts";
import { innerHash, leafHash, type Node, rootOf } from "../../../kit/crypto/merkle.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { NoteError, openCheckpoint } from "./note.ts";
import { keptNotePath } from "./open.ts";
import { readKept } from "./signed-log.ts";
import { type EntryRow, findLogByOrigin, type LogRow, nodeReader, type ObjectRow } from "./store.ts";

/** What live.db knows of the log beside it. */
export interface LogMemory {
  /** The log that was begun here; null where none is remembered. */
  rememberedUid: string | null;
  /** Since a restore the kept note is not there, and not missed until `log resume`. */
  awaitsResume: boolean;
}

/**
 * What is wrong with the logs of a directory (contract section 13): the root that is recomputed from the entries is the
 * root of the kept nodes, the published and the kept note are signed and speak of a beginning of that tree, and every
 * entry has its object; and the file is the one that live.db remembers. Reads each entry and object once; memory does
 * not grow with them.
 */
export function* logFaults(
  sql: Sql,
  dataDir: string,
  { rememberedUid, awaitsResume }: LogMemory,
): Generator<string> {
  // The kept note first: what is committed meanwhile can only be more than it speaks of.
  const keptPath = keptNotePath(dataDir);
  const isKept = existsSync(keptPath);
  const logs = sql.all<LogRow>("SELECT * FROM signed_logs ORDER BY id");
  const current = logs.at(-1);
  if (current === undefined) return;
  if (rememberedUid !== null && logs[0]?.uid !== rememberedUid)
    yield "log.db is not the one that this installation began: restore it, or see salute log restart --help";
  try {
    const kept = readKept(keptPath, current.vkey);
    const isCurrents = kept !== null && (current.origin === null || kept.origin === current.origin);
    for (const log of logs) {
      const isCurrent = log === current;
      yield* treeFaults(sql, log, isCurrent, isCurrent && isCurrents ? kept : null);
    }
    if (kept === null && current.note !== null && !awaitsResume)
      yield "log.checkpoint, the kept note, is not there: salute log resume --checkpoint FILE";
    if (kept !== null && !isCurrents) {
      const isOld = current.note === null && findLogByOrigin(sql, kept.origin)?.id === current.id - 1;
      if (!isOld) yield `log.checkpoint is of the log ${kept.origin}, not of ${current.origin}`;
    }
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    yield `log.checkpoint${isKept ? "" : " (not there)"}: ${error.message}`;
  }
  yield* objectFaults(sql);
}

interface Mark {
  what: string;
  size: number;
  root: Uint8Array;
}

/** Goes through the entries of a log once, with the roots of the few trees that notes speak of in mind. */
function* treeFaults(
  sql: Sql,
  log: LogRow,
  isCurrent: boolean,
  kept: { size: number; root: Uint8Array } | null,
): Generator<string> {
  const name = log.origin ?? `log ${log.id}`;
  const marks: Mark[] = kept === null ? [] : [{ what: "the kept note", ...kept }];
  if (log.note !== null) {
    try {
      marks.push({ what: "the published note", ...openCheckpoint(log.note, log.vkey ?? "") });
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      yield `${name}: its published note: ${error.message}`;
    }
  }
  const tree = new Tree();
  const agrees = (mark: Mark) => Buffer.from(tree.root()).equals(Buffer.from(mark.root));
  const rows = sql.iterate<EntryRow>(
    "SELECT entry_index, kind, sha256, taken_at, entry FROM log_entries WHERE log_id = ? ORDER BY entry_index",
    log.id,
  );
  const forked = (mark: Mark) =>
    `${name} has forked: its first ${mark.size} entries are not those of ${mark.what}`;
  for (const mark of marks) if (mark.size === 0 && !agrees(mark)) yield forked(mark);
  for (const row of rows) {
    if (row.entry_index !== tree.size) yield `${name} lacks entry ${tree.size}`;
    yield* entryFaults(row, name);
    for (const node of tree.add(leafHash(Buffer.from(row.entry)))) yield* damageOf(sql, log, name, node);
    for (const mark of marks) if (mark.size === tree.size && !agrees(mark)) yield forked(mark);
  }
  // A log that a restart closed may be shorter than its last note: that is why it was closed.
  for (const mark of marks) {
    if (isCurrent && mark.size > tree.size)
      yield `${name} has ${tree.size} entries, and ${mark.what} speaks of ${mark.size}`;
  }
  yield* nodeFaults(sql, log, name, tree);
}

function* entryFaults(row: EntryRow, name: string): Generator<string> {
  if (!isSound(row)) yield `${name}: entry ${row.entry_index} is not what its row says`;
}

function isSound({ kind, sha256, entry }: EntryRow): boolean {
  try {
    const named = JSON.parse(entry) as Record<string, unknown>;
    const isItself = named.kind === kind && named.sha256 === sha256;
    return isItself && named.url === `/log/objects/${sha256}` && canonicalJson(named) === entry;
  } catch {
    return false;
  }
}

/** A kept node against the one that its entries make: tiles are served from it, whether the root needs it or not. */
function* damageOf(sql: Sql, { id }: LogRow, name: string, { level, index, hash }: Node): Generator<string> {
  const text = "SELECT hash FROM log_nodes WHERE log_id = ? AND level = ? AND node_index = ?";
  const kept = sql.get<{ hash: Uint8Array }>(text, id, level, index)?.hash;
  if (kept !== undefined && !Buffer.from(kept).equals(Buffer.from(hash)))
    yield `${name}: node ${index} of level ${level} is not what its entries make`;
}

/** The kept nodes against those that were recomputed: how many there are, and the root that they give. */
function* nodeFaults(sql: Sql, log: LogRow, name: string, tree: Tree): Generator<string> {
  // Not all that there are: a server may have added more since the entries were read.
  const count = sql.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM log_nodes WHERE log_id = ? AND ((node_index + 1) << level) <= ?",
    log.id,
    tree.size,
  )?.count;
  if (count !== tree.nodes) yield `${name} has ${count} nodes, and its entries make ${tree.nodes}`;
  if (tree.size === 0) return;
  try {
    const root = rootOf(tree.size, nodeReader(sql, log.id));
    if (!Buffer.from(root).equals(Buffer.from(tree.root())))
      yield `${name}: the root of its nodes is not the root of its entries`;
  } catch (error) {
    yield `${name}: ${(error as Error).message}`;
  }
}

function* objectFaults(sql: Sql): Generator<string> {
  for (const { sha256, size, gzip } of sql.iterate<ObjectRow>("SELECT * FROM log_objects")) {
    if (!isObject(sha256, size, gzip)) yield `the object ${sha256} is not the one that was logged`;
  }
}

function isObject(sha256: string, size: number, gzip: Uint8Array): boolean {
  try {
    const bytes = gunzipSync(gzip);
    return bytes.length === size && sha256Hex(bytes) === sha256;
  } catch {
    return false;
  }
}

/** A tree that is built anew from its leaves, of which only the right edge is kept. */
class Tree {
  size = 0;
  /** How many complete subtrees there are so far. */
  nodes = 0;
  readonly #edge: { level: number; hash: Uint8Array }[] = [];

  /** Adds a leaf. Returns the complete subtrees that it ends, itself first. */
  add(leaf: Uint8Array): Node[] {
    let node = { level: 0, hash: leaf };
    const ended: Node[] = [{ ...node, index: this.size }];
    this.nodes++;
    for (let last = this.#edge.at(-1); last?.level === node.level; last = this.#edge.at(-1)) {
      this.#edge.pop();
      node = { level: node.level + 1, hash: innerHash(last.hash, node.hash) };
      this.nodes++;
      ended.push({ ...node, index: ((this.size + 1) >> node.level) - 1 });
    }
    this.#edge.push(node);
    this.size++;
    return ended;
  }

  root(): Uint8Array {
    const hashes = this.#edge.map((each) => each.hash);
    const last = hashes.pop();
    if (last === undefined) return rootOf(0, () => new Uint8Array());
    return hashes.reduceRight((right, left) => innerHash(left, right), last);
  }
}
