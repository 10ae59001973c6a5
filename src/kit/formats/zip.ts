/** A file of an archive. */
export interface ZipEntry {
  /** With slashes, relative. */
  name: string;
  bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 1980-01-01, the format's earliest date, so that the same files give the same bytes. */
const DATE = 0x21;
const VERSION = 20;
const UTF8 = 0x0800;
/** From a Unix system: a regular file with mode 0644. */
const MADE_BY_UNIX = (3 << 8) | VERSION;
const REGULAR_0644 = (0o100644 << 16) >>> 0;

/** A ZIP archive of these files in order, stored without compression. The same files give the same bytes. */
export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const placed: PlacedEntry[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const entry = { name, crc: Bun.hash.crc32(bytes), size: bytes.length, offset };
    const header = localHeader(entry);
    placed.push(entry);
    parts.push(header, bytes);
    offset += header.length + bytes.length;
  }
  return Buffer.concat([...parts, zipDirectory(placed, offset)]);
}

/** A file's place in an archive. */
export interface PlacedEntry {
  name: string;
  crc: number;
  /** Bytes of the file. */
  size: number;
  /** Of its header, from the archive's start. */
  offset: number;
}

/** The bytes before a file's own. Their number does not depend on checksum and size. */
export function localHeader(entry: Omit<PlacedEntry, "offset">): Uint8Array {
  return Buffer.concat([fields([[4, LOCAL], ...common(entry)]), new TextEncoder().encode(entry.name)]);
}

/** The end of an archive. @param offset where it begins */
export function zipDirectory(entries: readonly PlacedEntry[], offset: number): Uint8Array {
  const central = entries.flatMap((entry) => [
    fields([
      [4, CENTRAL],
      [2, MADE_BY_UNIX],
      ...common(entry),
      [2, 0],
      [2, 0],
      [2, 0],
      [4, REGULAR_0644],
      [4, entry.offset],
    ]),
    new TextEncoder().encode(entry.name),
  ]);
  const directory = Buffer.concat(central);
  const end = fields([
    [4, END],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([directory, end]);
}

type Field = readonly [size: 2 | 4, value: number];

function common({ name, crc, size }: Omit<PlacedEntry, "offset">): Field[] {
  return [
    [2, VERSION],
    [2, UTF8],
    [2, 0],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, size],
    [4, size],
    [2, new TextEncoder().encode(name).length],
    [2, 0],
  ];
}

/** Unsigned little-endian numbers, each with its size in bytes. */
function fields(values: readonly Field[]): Uint8Array {
  const bytes = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of values) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
