const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGIT = new Map([...ALPHABET].map((character, value) => [character, value]));

/** Bitcoin's base58 alphabet, leading zero bytes as leading ones. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i++) {
      carry += (digits[i] ?? 0) << 8;
      digits[i] = carry % 58;
      carry = (carry / 58) | 0;
    }
    while (carry > 0) {
      digits.push(carry % 58);
      carry = (carry / 58) | 0;
    }
  }
  let leading = 0;
  while (leading < bytes.length && bytes[leading] === 0) leading++;
  const body = digits.reverse().map((digit) => ALPHABET.charAt(digit));
  return "1".repeat(leading) + body.join("");
}

/** The bytes of a base58 text; null if a character is outside the alphabet. */
export function decodeBase58(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    let carry = DIGIT.get(character);
    if (carry === undefined) return null;
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    while (carry > 0) {
      bytes.push(carry & 0xff);
      carry >>= 8;
    }
  }
  let leading = 0;
  while (leading < text.length && text[leading] === "1") leading++;
  return new Uint8Array([...new Array<number>(leading).fill(0), ...bytes.reverse()]);
}

/** Whether a text is base58 of exactly this many bytes: 32 for a Solana address, 64 for a transaction's signature. */
export function isBase58(text: string, byteCount: number): boolean {
  // Decoding takes time quadratic in the length, so texts longer than the bytes allow are not decoded.
  const longest = Math.ceil((byteCount * Math.log(256)) / Math.log(58));
  return text.length <= longest && decodeBase58(text)?.length === byteCount;
}
