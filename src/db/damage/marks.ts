import { closeSync, constants, fdatasync, openSync, readFileSync, writeSync } from "node:fs";
import { type Static, Type } from "@sinclair/typebox";
import { type Clock, isoUtc, SECOND_MS, timeOfIso } from "../../kit/clock.ts";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import { bootId } from "../../kit/process/uptime.ts";
import { highestId } from "../next-id.ts";
import { isPassing, isSqliteError, type Sql } from "../sql.ts";
import type { Wal } from "../wal.ts";

/** High-water marks of live.db, outside of it: what it must at least hold after any crash. */
export interface Marks {
  /** Unix milliseconds. */
  at: number;
  /** The machine's run in which they were written; null if unknown. */
  boot: string | null;
  /** At most a second older than the commit. */
  ids: HighestIds;
  /** The last flushed commit: generation of the WAL, and its frames up to there. */
  commit: WalPosition;
}

/** The highest ids that a file has given, whether or not their rows are still there. */
export interface HighestIds {
  entryId: number;
  eventId: number;
}

const WalPosition = Type.Object({
  salt: Type.String(),
  frames: Type.Number(),
});
export type WalPosition = Static<typeof WalPosition>;

/** The file of a data directory. */
export const MARKS_FILE = "marks.json";

/** One sector, which a disk writes in one piece. */
const FILE_BYTES = 512;

const MarksJson = Type.Object({
  at: Type.String(),
  boot: Type.Union([Type.String(), Type.Null()]),
  entry_id: Type.Number(),
  event_id: Type.Number(),
  commit: WalPosition,
});
type MarksJson = Static<typeof MarksJson>;

const MARKS = checkedJson(MARKS_FILE, Type.Object({ ...MarksJson.properties, crc: Type.String() }));

/** Null if the file is missing or damaged. */
export function readMarks(path: string): Marks | null {
  try {
    const { crc, ...json } = MARKS.read(readFileSync(path, "utf8"));
    const { at, boot, entry_id, event_id, commit } = json;
    if (crc !== checksum(json)) return null;
    return { at: timeOfIso(at), boot, ids: { entryId: entry_id, eventId: event_id }, commit };
  } catch {
    return null;
  }
}

function checksum(json: MarksJson): string {
  return Bun.hash.crc32(JSON.stringify(json)).toString(16);
}

interface KeeperParts {
  path: string;
  wal: Wal;
  read: Sql;
  clock: Clock;
}

/**
 * Writes the marks after each flush, before its changes are acknowledged: they survive the end of the process at any
 * time. At most once a second, and when closed, they are brought to the disk.
 */
export class MarkKeeper {
  readonly #buffer = Buffer.alloc(FILE_BYTES);
  #file: number | null = null;
  #commit: WalPosition | null = null;
  #ids: HighestIds | null = null;
  #timer: Timer | null = null;
  #syncing: Promise<void> | null = null;

  constructor(private readonly parts: KeeperParts) {}

  /** Notes that everything committed is on the disk. */
  noteFlushed(): void {
    this.#attempt(() => {
      this.#commit = this.parts.wal.position();
      this.#ids ??= readHighestIds(this.parts.read);
      this.#write();
    });
    this.#timer ??= setTimeout(() => {
      this.#syncing = this.#sync();
    }, SECOND_MS).unref();
  }

  /** Notes everything a last time, once the disk has it. */
  async close(): Promise<void> {
    await this.#syncing;
    if (this.#timer !== null) await this.#sync();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#commit = null;
  }

  async #sync(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    try {
      const ids = readHighestIds(this.parts.read);
      await this.parts.wal.flushInThread();
      this.#ids = ids;
    } catch (error) {
      // Of the disk or the file: reads and the writer meet it, too.
      if (!isPassing(error) && !isSqliteError(error, "SQLITE_")) throw error;
      return;
    }
    this.#attempt(() => this.#write());
    if (this.#file !== null) await syncInThread(this.#file);
  }

  /** A disk that takes no marks stops no change: marks that are too low only prove less. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }

  #write(): void {
    if (this.#commit === null || this.#ids === null) return;
    const { entryId, eventId } = this.#ids;
    const at = isoUtc(this.parts.clock.now());
    const json = { at, boot: bootId(), entry_id: entryId, event_id: eventId, commit: this.#commit };
    this.#buffer.fill(" ");
    this.#buffer.write(JSON.stringify({ ...json, crc: checksum(json) }));
    this.#buffer.write("\n", FILE_BYTES - 1);
    this.#file ??= openSync(this.parts.path, constants.O_RDWR | constants.O_CREAT, 0o600);
    writeSync(this.#file, this.#buffer, 0, FILE_BYTES, 0);
  }
}

function syncInThread(file: number): Promise<void> {
  return new Promise((resolve) => fdatasync(file, () => resolve()));
}

export function readHighestIds(sql: Sql): HighestIds {
  return { entryId: highestId(sql, "ledger_entries"), eventId: highestId(sql, "events") };
}
