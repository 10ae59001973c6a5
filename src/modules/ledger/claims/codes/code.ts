import { decodeCrockford, encodeCrockford } from "../../../../kit/formats/crockford.ts";

const RANDOM_SYMBOLS = 15;
const GROUP = /.{4}(?=.)/g;
/** Longer texts are never codes, however many hyphens they hold. */
const MAX_TEXT = 64;

/**
 * A claim code in its written form, 4×4: 15 random symbols of Crockford's base32 (75 bits) and a check symbol.
 * @param random 15 or more random bytes; five bits of each are used.
 */
export function makeCode(random: Uint8Array): string {
  const symbols = [...random.subarray(0, RANDOM_SYMBOLS)].map((byte) => byte & 31);
  if (symbols.length < RANDOM_SYMBOLS) throw new Error("a code needs 15 random bytes");
  return encodeCrockford([...symbols, checksum(symbols)]).replaceAll(GROUP, "$&-");
}

/**
 * The written form of a typed code, in any case and with or without hyphens and blanks, O as 0, I and L as 1. Null if it
 * cannot be a code, for example because of a typing error.
 */
export function readCode(text: string): string | null {
  if (text.length > MAX_TEXT) return null;
  const symbols = decodeCrockford(text.replaceAll(" ", ""));
  if (symbols?.length !== RANDOM_SYMBOLS + 1 || checksum(symbols.slice(0, -1)) !== symbols.at(-1))
    return null;
  return encodeCrockford(symbols).replaceAll(GROUP, "$&-");
}

/**
 * The sum of the symbols in GF(32), each times its own power of a generator; the check symbol's power is 0. Since the
 * 16 powers differ, the sum detects every single wrong symbol and every swap of two; one in 32 other changes goes
 * undetected.
 */
function checksum(symbols: readonly number[]): number {
  return symbols.reduce((sum, symbol) => timesGenerator(sum ^ symbol), 0);
}

/** x times the generator α of GF(32) = GF(2)[α] / (α⁵ + α² + 1). */
function timesGenerator(x: number): number {
  const shifted = x << 1;
  return shifted & 32 ? shifted ^ 0b100101 : shifted;
}
