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
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const fileName = new TextEncoder().encode(name);
    const crc = Bun.hash.crc32(bytes);
    const common = [
      [2, VERSION],
      [2, UTF8],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, bytes.length],
      [4, bytes.length],
      [2, fileName.length],
      [2, 0],
    ] as const;
    const header = fields([[4, LOCAL], ...common]);
    central.push(
      fields([
        [4, CENTRAL],
        [2, MADE_BY_UNIX],
        ...common,
        [2, 0],
        [2, 0],
        [2, 0],
        [4, REGULAR_0644],
        [4, offset],
      ]),
      fileName,
    );
    parts.push(header, fileName, bytes);
    offset += header.length + fileName.length + bytes.length;
  }
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
  return Buffer.concat([...parts, directory, end]);
}

/** Unsigned little-endian numbers, each with its size in bytes. */
function fields(values: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const bytes = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of values) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
