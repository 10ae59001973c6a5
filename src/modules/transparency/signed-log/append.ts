import { gzipSync } from "node:zlib";
import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { completedBy, leafHash } from "../../../kit/crypto/merkle.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { type Hold, isBroken, treeHold } from "./log-status.ts";
import { publishLog } from "./publish.ts";
import type { SignedLog } from "./signed-log.ts";
import {
  currentLog,
  entryCount,
  insertEntry,
  insertNode,
  insertObject,
  lastOfKind,
  nodeReader,
  type ObjectRow,
} from "./store.ts";

/** An object to append to the log. */
export interface LogItem {
  /** Kind of object, such as `holder_cache_freshness` or `status_snapshot`. */
  kind: string;
  /** The exact text that is stored, served and hashed. */
  text: string;
  /** Without parameters; the text is UTF-8. */
  mediaType: string;
  /** Slot of the chain data; null if the item was not read from a chain. */
  slot: bigint | null;
  /** Time of the data in Unix milliseconds. */
  takenAt: number;
}

/** The tree contradicts its signed checkpoint, so no entry may be added. */
export class LogHeld extends Error {
  constructor(readonly hold: Hold) {
    super(hold.message);
  }
}

/** A log item with the object in RFC 8785 form and without a slot. */
export function jsonItem(kind: string, object: object, takenAt: number): LogItem {
  return { kind, text: canonicalJson(object), mediaType: "application/json", slot: null, takenAt };
}

/**
 * Adds entries in one commit, then signs and publishes them. Returns their indexes, and the reason if they are not
 * signed yet.
 * @throws LogHeld if the tree contradicts its signed checkpoint; then nothing is added
 */
export function appendToLog(
  log: SignedLog,
  items: readonly LogItem[],
): Promise<{ indexes: number[]; hold: Hold | null }> {
  return append(log, items, appendLeaf);
}

/**
 * Appends one item unless the newest entry of its kind already holds it, so that a caller that ended before it stored
 * the index can ask again. Returns the entry's index. @throws LogHeld
 */
export async function appendOnce(log: SignedLog, item: LogItem): Promise<number> {
  const { indexes } = await append(log, [item], (tx, logId, packed) => {
    const last = lastOfKind(tx, logId, item.kind);
    return last?.sha256 === packed.object.sha256 ? last.entry_index : appendLeaf(tx, logId, packed);
  });
  const [index] = indexes;
  if (index === undefined) throw new Error("the log took no entry");
  return index;
}

async function append(log: SignedLog, items: readonly LogItem[], add: typeof appendLeaf) {
  const packed = items.map(packItem);
  const indexes = await log.db.writer.run((tx) => {
    const row = currentLog(tx);
    if (row === null) throw new Error("log.db holds no log");
    const hold = treeHold(log, tx, row);
    if (hold !== null && isBroken(hold)) throw new LogHeld(hold);
    return packed.map((each) => add(tx, row.id, each));
  });
  return { indexes, hold: await publishLog(log) };
}

/** Adds one entry and its completed tree nodes: at most O(log n), two on average. Returns the entry's index. */
export function appendLeaf(tx: Tx, logId: number, { item, object }: PackedItem): number {
  const index = entryCount(tx, logId);
  const { kind, slot, takenAt } = item;
  const { sha256, size } = object;
  const entry = canonicalJson({
    kind,
    sha256,
    size,
    slot: slot === null ? null : Number(slot),
    taken_at: isoUtc(takenAt),
    url: `/log/objects/${sha256}`,
  });
  insertObject(tx, object);
  insertEntry(tx, logId, { entry_index: index, kind, sha256, taken_at: takenAt, entry });
  for (const node of completedBy(index, leafHash(Buffer.from(entry)), nodeReader(tx, logId)))
    insertNode(tx, logId, node);
  return index;
}

interface PackedItem {
  item: LogItem;
  /** The hashed and compressed text. */
  object: ObjectRow;
}

/** Hashes and compresses an item's text for storage. */
export function packItem(item: LogItem): PackedItem {
  const bytes = Buffer.from(item.text, "utf8");
  const object = {
    sha256: sha256Hex(bytes),
    media_type: item.mediaType,
    size: bytes.length,
    gzip: gzipSync(bytes),
  };
  return { item, object };
}
