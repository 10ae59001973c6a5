const BLOCK = 512;
/** A tar ends with two empty blocks. */
export const TAR_END: Uint8Array = new Uint8Array(2 * BLOCK);
/** The largest length of 11 octal digits. */
const MOST_OCTAL = 8 ** 11 - 1;
const CHECKSUM_AT = 148;

/**
 * Header of a private file in a tar (POSIX.1-2024, pax, "ustar Interchange Format"); a length above 8 GiB is binary, as GNU
 * tar writes it.
 */
export function tarHeader(name: string, size: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => block.write(text, at, "latin1");
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  write(name, 0);
  write(octal(0o600, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  if (size <= MOST_OCTAL) write(octal(size, 11), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  write(octal(0, 11), 136);
  write("        0", CHECKSUM_AT);
  write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)} `, CHECKSUM_AT);
  return block;
}

/** The zeros after a file of this length, which fill its last block. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}
