import { gunzipSync } from "node:zlib";
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { systemClock } from "../../../kit/clock.ts";
import { computeRoot, HASH_BYTES, inclusionProof } from "../../../kit/crypto/merkle.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { parseCheckpoint } from "./note.ts";
import { publishedSize } from "./publish.ts";
import { ServedLogs } from "./served-log.ts";
import { pathOfLog, type SignedLog } from "./signed-log.ts";
import {
  currentLog,
  entriesFrom,
  entryCount,
  findLog,
  findLogByOrigin,
  findObject,
  LEAF,
  type LogRow,
  lastEntryAt,
  lastOfKind,
  nodeReader,
  nodesFrom,
} from "./store.ts";
import { TILE_HEIGHT, TILE_WIDTH, type Tile, tileOfLeaf, tilePath, tileWidth } from "./tiles.ts";

/** A log entry with the paths of everything that proves it. */
export interface LogReference {
  index: number;
  /** Size of the published checkpoint. */
  tree_size: number;
  checkpoint: string;
  vkey: string;
  proof: string;
  tile: string;
  entries: string;
  /** SHA-256 of the logged object, in hex. */
  sha256: string;
  object: string;
  logged_at: string;
}

/** Published state of the current log. */
export interface LogHead {
  origin: string;
  size: number;
  /** Base64. */
  root: string;
  vkey: string;
  /** Path prefix, such as /log. */
  path: string;
}

/** Number of the current log. */
export function currentLogId(sql: Sql): number {
  const row = currentLog(sql);
  if (row === null) throw new Error("log.db holds no log");
  return row.id;
}

/** The hashes of a tile, 32 bytes each; null if the tree has no such tile. */
export function readTile(
  sql: Sql,
  log: LogRow,
  { level, index, width }: Tile & { level: number },
): Uint8Array | null {
  if (width > tileWidth(level, index, entryCount(sql, log.id))) return null;
  const range = { level: level * TILE_HEIGHT, from: index * TILE_WIDTH, count: width };
  const nodes = nodesFrom(sql, log.id, range);
  const bytes = new Uint8Array(nodes.length * HASH_BYTES);
  for (const [at, hash] of nodes.entries()) bytes.set(hash, at * HASH_BYTES);
  return bytes;
}

/** Entries of a level 0 tile, each prefixed by its length as a big-endian uint16; null if there is no such tile. */
export function readEntryBundle(sql: Sql, log: LogRow, { index, width }: Tile): Uint8Array | null {
  if (width > tileWidth(0, index, entryCount(sql, log.id))) return null;
  const range = { from: index * TILE_WIDTH, count: width };
  const parts = entriesFrom(sql, log.id, range).flatMap((entry) => {
    const bytes = Buffer.from(entry, "utf8");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return [length, bytes];
  });
  return new Uint8Array(Buffer.concat(parts));
}

/** Offline proof (C2SP tlog-proof) of an entry; null if the published checkpoint does not cover it. */
export function readProof(sql: Sql, log: LogRow, index: number): string | null {
  if (log.note === null) return null;
  const { size } = parseCheckpoint(log.note);
  if (index >= size || size > entryCount(sql, log.id)) return null;
  const hashes = inclusionProof(index, size, nodeReader(sql, log.id));
  const lines = hashes.map((hash) => `${Buffer.from(hash).toString("base64")}\n`).join("");
  return `c2sp.org/tlog-proof@v1\nindex ${index}\n${lines}\n${log.note}`;
}

/** The exact bytes logged under this SHA-256; null if there are none. */
export function readObject(sql: Sql, sha256: string): { bytes: Uint8Array; mediaType: string } | null {
  const row = findObject(sql, sha256);
  return row === null ? null : { bytes: new Uint8Array(gunzipSync(row.gzip)), mediaType: row.media_type };
}

const OBJECT = checkedJson("The logged object", Type.Record(Type.String(), Type.Unknown()));

/** The last logged JSON object of a kind, with the time of its data in Unix milliseconds; null if there is none. */
export function readLastObject(
  sql: Sql,
  kind: string,
): { object: Record<string, unknown>; takenAt: number } | null {
  const log = currentLog(sql);
  const last = log === null ? null : lastOfKind(sql, log.id, kind);
  const object = last === null ? null : readObject(sql, last.sha256);
  if (last === null || object === null) return null;
  return { object: OBJECT.read(new TextDecoder().decode(object.bytes)), takenAt: last.taken_at };
}

/** Time of the newest entry's data in Unix milliseconds; null in an empty log. */
export function readLastEntryAt(sql: Sql): number | null {
  const log = currentLog(sql);
  return log === null ? null : lastEntryAt(sql, log.id);
}

export interface PublishedNote {
  note: string;
  origin: string;
  size: number;
  /** Base64. */
  root: string;
}

/** The newest published note; null before the first. */
export function readPublishedNote(sql: Sql): PublishedNote | null {
  const note = currentLog(sql)?.note ?? null;
  if (note === null) return null;
  const { origin, size, root } = parseCheckpoint(note);
  return { note, origin, size, root: Buffer.from(root).toString("base64") };
}

/** Root of a log at the given size, as base64; null if there is no such log or it is shorter. */
export function rootAt(sql: Sql, origin: string, size: number): string | null {
  const log = findLogByOrigin(sql, origin);
  if (log === null || entryCount(sql, log.id) < size) return null;
  return Buffer.from(computeRoot(size, nodeReader(sql, log.id))).toString("base64");
}

/** Published state of the current log; null if it was never signed. */
export function readLogHead(log: SignedLog): LogHead | null {
  const row = currentLog(log.db.read);
  const served = row === null ? null : ServedLogs.of(log).find(row.id, systemClock.now());
  if (row === null || served === null || served.note === null || served.vkey === null) return null;
  const { origin, size, root } = parseCheckpoint(served.note);
  const path = pathOfLog(row.id);
  return { origin, size, root: Buffer.from(root).toString("base64"), vkey: served.vkey, path };
}

/** An entry's index and the path of its offline proof. */
export interface LogPlace {
  index: number;
  url: string;
}

/** Whether a log's entries are served. They are not if log.db holds a history other than the signed one. */
function isServed(log: SignedLog, logId: number): boolean {
  return ServedLogs.of(log).find(logId, systemClock.now())?.isForeign === false;
}

/** Place of an entry; null if no published checkpoint covers it or its log is not served. */
export function findPlace(log: SignedLog, entry: { logId: number; index: number } | null): LogPlace | null {
  const row = entry === null ? null : findLog(log.db.read, entry.logId);
  const size = row === null ? null : publishedSize(row);
  if (entry === null || size === null || entry.index >= size || !isServed(log, entry.logId)) return null;
  return { index: entry.index, url: `${pathOfLog(entry.logId)}/proof/${entry.index}` };
}

/** An entry with everything needed to verify it offline. */
export interface LoggedEntry extends LogPlace {
  /** Exact text of the leaf. */
  entry: string;
  /** Path of the logged object. */
  object: string;
  /** Path of the newest checkpoint of the entry's log. */
  checkpoint: string;
}

/** An entry by index; null if it is not published or not served. */
export function readEntry(log: SignedLog, at: { logId: number; index: number } | null): LoggedEntry | null {
  const place = findPlace(log, at);
  if (at === null || place === null) return null;
  const [entry] = entriesFrom(log.db.read, at.logId, { from: at.index, count: 1 });
  if (entry === undefined) return null;
  const { url: object } = LEAF.read(entry);
  return { ...place, entry, object, checkpoint: `${pathOfLog(at.logId)}/checkpoint` };
}

/** Place of the newest entry of a kind; null if it is not published or not served. */
export function placeOfKind(log: SignedLog, kind: string): LogPlace | null {
  const found = findNewestReference(log, kind);
  return found === null ? null : { index: found.index, url: found.proof };
}

/** Reference to the newest entry of a kind; null if it is not published or not served. */
export function findNewestReference(log: SignedLog, kind: string): LogReference | null {
  const sql = log.db.read;
  const row = currentLog(sql);
  const size = row === null ? null : publishedSize(row);
  const last = row === null ? null : lastOfKind(sql, row.id, kind);
  if (row === null || size === null || last === null || last.entry_index >= size) return null;
  if (!isServed(log, row.id)) return null;
  const base = pathOfLog(row.id);
  const tile = tilePath(tileOfLeaf(last.entry_index, size));
  const { taken_at, url } = LEAF.read(last.entry);
  return {
    index: last.entry_index,
    tree_size: size,
    checkpoint: `${base}/checkpoint`,
    vkey: `${base}/vkey`,
    proof: `${base}/proof/${last.entry_index}`,
    tile: `${base}/tile/0/${tile}`,
    entries: `${base}/tile/entries/${tile}`,
    sha256: last.sha256,
    object: url,
    logged_at: taken_at,
  };
}
