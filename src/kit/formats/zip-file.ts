import { closeSync, fsync, openSync, writeSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { localHeader, type PlacedEntry, zipDirectory } from "./zip.ts";

/** Characters gathered before each write. */
const PIECE = 1 << 20;
/** Work in one turn of the event loop, after which waiting requests are answered. */
const TURN_MS = 4;
/** The format's limit without its extension for larger archives. */
const MOST_BYTES = 0xffff_ffff;

const toDisk = promisify(fsync);

/** Writes a ZIP archive to a new file (0600) piece by piece, so that its memory does not grow with the files in it. */
export class ZipFile {
  readonly #file: number;
  readonly #entries: PlacedEntry[] = [];
  #offset = 0;
  #turnBegan = performance.now();

  /** @throws EEXIST */
  constructor(path: string) {
    this.#file = openSync(path, "wx", 0o600);
  }

  /** Adds a file made of these texts. @throws Error beyond 4 GB */
  async add(name: string, texts: Iterable<string>): Promise<void> {
    const entry = { name, crc: 0, size: 0, offset: this.#offset };
    this.#append(localHeader(entry));
    let piece = "";
    const write = () => {
      const bytes = Buffer.from(piece);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      this.#append(bytes);
      piece = "";
    };
    if (this.#isTurnOver) await this.#nextTurn();
    for (const text of texts) {
      piece += text;
      if (piece.length >= PIECE) write();
      if (this.#isTurnOver) await this.#nextTurn();
    }
    write();
    this.#put(localHeader(entry), entry.offset);
    this.#entries.push(entry);
  }

  /** Ends the archive; resolves once it is on disk. */
  async finish(): Promise<void> {
    this.#append(zipDirectory(this.#entries, this.#offset));
    await toDisk(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  get #isTurnOver(): boolean {
    return performance.now() - this.#turnBegan >= TURN_MS;
  }

  async #nextTurn(): Promise<void> {
    await breathe();
    this.#turnBegan = performance.now();
  }

  #append(bytes: Uint8Array): void {
    if (this.#offset + bytes.length > MOST_BYTES) throw new Error("a ZIP archive holds 4 GB at most");
    this.#put(bytes, this.#offset);
    this.#offset += bytes.length;
  }

  #put(bytes: Uint8Array, offset: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, offset + done);
  }
}
