import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { localHeader, type PlacedEntry, zipDirectory } from "./zip.ts";

/** Bytes gathered before each write, and the most written in one turn of the event loop. */
const PIECE = 1 << 20;
/** The format's limit without its extension for larger archives. */
const MOST_BYTES = 0xffff_ffff;

/** Writes a ZIP archive to a new file (0600) piece by piece, so that its memory does not grow with the files in it. */
export class ZipFile {
  readonly #file: number;
  readonly #entries: PlacedEntry[] = [];
  #offset = 0;

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
    for (const text of texts) {
      piece += text;
      if (piece.length < PIECE) continue;
      write();
      await breathe();
    }
    write();
    this.#put(localHeader(entry), entry.offset);
    this.#entries.push(entry);
  }

  /** Ends the archive; it is on disk on return. */
  finish(): void {
    this.#append(zipDirectory(this.#entries, this.#offset));
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
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
