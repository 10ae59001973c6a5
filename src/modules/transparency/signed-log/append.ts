import { gzipSync } from "node:zlib";
import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { completedBy, leafHash } from "../../../kit/crypto/merkle.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { publishLog } from "./publish.ts";
import type { SignedLog } from "./signed-log.ts";
import { type Hold, isBroken, treeHold } from "./standing.ts";
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

/** What is to be logged. */
export interface LogItem {
  /** What it is, such as `holder_cache_freshness` or `status_snapshot`. */
  kind: string;
  /** The exact text that is kept, served and hashed. */
  text: string;
  /** Without parameters; the texts are UTF-8. */
  mediaType: string;
  /** Of the chain, where the item was read from one. */
  slot: bigint | null;
  /** Unix milliseconds of the data. */
  takenAt: number;
}

/** The tree is not what was signed before: nothing may be added to it. */
export class LogHeld extends Error {
  constructor(readonly hold: Hold) {
    super(hold.message);
  }
}

/** A JSON object, as RFC 8785, to be logged. */
export function jsonItem(kind: string, object: object, takenAt: number, slot: bigint | null = null): LogItem {
  return { kind, text: canonicalJson(object), mediaType: "application/json", slot, takenAt };
}

/**
 * Adds entries in one commit, then signs and publishes them. Returns their indexes; and why they are not signed yet,
 * where that is so.
 * @throws LogHeld where the tree contradicts what was signed; nothing is added then.
 */
export function appendToLog(
  log: SignedLog,
  items: readonly LogItem[],
): Promise<{ indexes: number[]; hold: Hold | null }> {
  return append(log, items, addLeaf);
}

/**
 * The same of one item, unless the newest entry of its kind holds it already: a caller that ended before it noted the
 * index asks again, and gets the index of the first time.
 * @throws LogHeld
 */
export async function appendOnce(log: SignedLog, item: LogItem): Promise<number> {
  const { indexes } = await append(log, [item], (tx, logId, _, object) => {
    const last = lastOfKind(tx, logId, item.kind);
    return last?.sha256 === object.sha256 ? last.entry_index : addLeaf(tx, logId, item, object);
  });
  const [index] = indexes;
  if (index === undefined) throw new Error("the log took no entry");
  return index;
}

async function append(log: SignedLog, items: readonly LogItem[], add: typeof addLeaf) {
  const packed = items.map((item) => ({ item, object: objectOf(item) }));
  const indexes = await log.db.writer.run((tx) => {
    const row = currentLog(tx);
    if (row === null) throw new Error("log.db holds no log");
    const hold = treeHold(log, tx, row);
    if (hold !== null && isBroken(hold)) throw new LogHeld(hold);
    return packed.map(({ item, object }) => add(tx, row.id, item, object));
  });
  return { indexes, hold: await publishLog(log) };
}

/** Adds one entry to the tree of a log: at most O(log n) nodes, two on the average. Returns its index. */
export function addLeaf(tx: Tx, logId: number, item: LogItem, object: ObjectRow): number {
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

/** An item's text as it is kept. */
export function objectOf({ text, mediaType }: LogItem): ObjectRow {
  const bytes = Buffer.from(text, "utf8");
  return { sha256: sha256Hex(bytes), media_type: mediaType, size: bytes.length, gzip: gzipSync(bytes) };
}
