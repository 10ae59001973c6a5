import { closeSync, openSync, readSync } from "node:fs";

/** The content of a write-ahead log as SQLite's recovery reads it, and what follows (sqlite.org/fileformat2.html#walformat). */
export interface WalScan {
  /** Both salts in hex; null if the header is damaged, in which case recovery ignores the whole file. */
  salt: string | null;
  /** Frames that recovery keeps: those up to the last commit mark before the first bad frame. */
  frames: number;
  /** Commit marks of the same generation after the first bad frame: recovery drops these transactions. */
  laterCommits: number;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT_AT = 16;
const MAGIC = 0x377f0682;
/** Of the files that salute creates; used where the header's own value is damaged. */
const PAGE_BYTES = 4_096;
const FRAMES_PER_READ = 256;

/** Reads a WAL; null if the file is missing, empty, or was not written to yet. */
export function scanWal(path: string): WalScan | null {
  const file = openOrNull(path);
  if (file === null) return null;
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES || header.every((byte) => byte === 0))
      return null;
    return scanFrames(file, header);
  } finally {
    closeSync(file);
  }
}

/** The salts of an open WAL in hex. */
export function readSalts(file: number): string {
  const salt = Buffer.alloc(8);
  readSync(file, salt, 0, 8, SALT_AT);
  return salt.toString("hex");
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function scanFrames(file: number, header: Buffer): WalScan {
  const isBigEndian = header.readUInt32BE(0) === MAGIC + 1;
  const sum = new Checksum(isBigEndian);
  sum.add(header, 0, 24);
  const isSound = (isBigEndian || header.readUInt32BE(0) === MAGIC) && sum.equals(header, 24);
  const pageBytes = isSound ? header.readUInt32BE(8) : PAGE_BYTES;
  let salt = isSound ? header.toString("hex", SALT_AT, SALT_AT + 8) : null;
  const scan: WalScan = { salt, frames: 0, laterCommits: 0 };
  let isUnbroken = isSound;
  let number = 0;
  sum.startFrom(header, 24);
  for (const frame of framesOf(file, FRAME_HEADER_BYTES + pageBytes)) {
    number++;
    const ownSalt = frame.toString("hex", 8, 16);
    // Frames of an earlier generation may follow; with a damaged header the first frame names the generation.
    salt ??= ownSalt;
    const isSame = ownSalt === salt;
    if (!isSame && !isUnbroken) {
      sum.startFrom(frame, 16);
      continue;
    }
    sum.add(frame, 0, 8);
    sum.add(frame, FRAME_HEADER_BYTES, frame.length);
    const isValid = isSame && frame.readUInt32BE(0) !== 0 && sum.equals(frame, 16);
    const isCommit = frame.readUInt32BE(4) !== 0;
    isUnbroken &&= isValid;
    if (isUnbroken && isCommit) scan.frames = number;
    if (!isUnbroken && isValid && isCommit) scan.laterCommits++;
    // Past a bad frame each one is judged by the checksum that its predecessor stored.
    sum.startFrom(frame, 16);
  }
  return scan;
}

/** The complete frames of a WAL in order. Each is valid until the next is requested. */
function* framesOf(file: number, frameBytes: number): Generator<Buffer> {
  const buffer = Buffer.alloc(frameBytes * FRAMES_PER_READ);
  for (let at = HEADER_BYTES; ; at += buffer.length) {
    const length = readSync(file, buffer, 0, buffer.length, at);
    for (let end = frameBytes; end <= length; end += frameBytes) yield buffer.subarray(end - frameBytes, end);
    if (length < buffer.length) return;
  }
}

/** The cumulative checksum of a WAL: two sums over pairs of 32-bit words. */
class Checksum {
  #one = 0;
  #two = 0;

  /** @param isBigEndian byte order of the summed words; the stored sums are always big-endian */
  constructor(private readonly isBigEndian: boolean) {}

  add(bytes: Buffer, from: number, to: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isLittle = !this.isBigEndian;
    let [one, two] = [this.#one, this.#two];
    for (let at = from; at < to; at += 8) {
      one = (one + view.getUint32(at, isLittle) + two) | 0;
      two = (two + view.getUint32(at + 4, isLittle) + one) | 0;
    }
    [this.#one, this.#two] = [one, two];
  }

  startFrom(bytes: Buffer, at: number): void {
    this.#one = bytes.readInt32BE(at);
    this.#two = bytes.readInt32BE(at + 4);
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readInt32BE(at) === this.#one && bytes.readInt32BE(at + 4) === this.#two;
  }
}
