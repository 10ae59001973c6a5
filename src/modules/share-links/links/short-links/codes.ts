import { equalConstantTime } from "../../../../kit/crypto/seal.ts";
import { systemRandom } from "../../../../kit/random.ts";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE = ALPHABET.length;
const RANDOM_CHARACTERS = 10;
/** Values of characters, by their code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))),
);
/** The largest multiple of the base in a byte: higher bytes would favour the first characters. */
const FAIR_BYTES = 256 - (256 % BASE);

/** The parts of a short link's code: the code itself and, if signed, the signature with its key's id. */
export interface ParsedCode {
  code: string;
  signature: { kid: string; mac: string } | null;
}

const FORM = /^([1-9A-HJ-NP-Za-km-z]{11})(?:\.([0-9a-f]{8})\.([A-Za-z0-9_-]{22}))?$/;

/** Ten random characters and their check character: 58 bits. */
export function newCode(): string {
  let random = "";
  while (random.length < RANDOM_CHARACTERS) {
    for (const byte of systemRandom.bytes(2 * RANDOM_CHARACTERS)) {
      if (byte < FAIR_BYTES && random.length < RANDOM_CHARACTERS) random += ALPHABET.charAt(byte % BASE);
    }
  }
  return random + checkCharacter(random);
}

/** Parses a typed or sent code; null if its form or its check character is wrong, so that no lookup is made. */
export function parseCode(text: string): ParsedCode | null {
  const [, code, kid, mac] = FORM.exec(text) ?? [];
  if (code === undefined || !isWhole(code)) return null;
  return { code, signature: kid === undefined || mac === undefined ? null : { kid, mac } };
}

/** ISO 7064's hybrid system, modulus 59 and 58: detects every wrong character and most swaps of neighbours. */
function checkCharacter(text: string): string {
  return ALPHABET.charAt((BASE + 1 - product(text)) % BASE);
}

function isWhole(code: string): boolean {
  const check = VALUES[code.charCodeAt(code.length - 1)] ?? 0;
  return (product(code.slice(0, -1)) + check) % BASE === 1;
}

function product(text: string): number {
  let rest = BASE;
  for (let at = 0; at < text.length; at++) {
    const sum = (rest + (VALUES[text.charCodeAt(at)] ?? 0)) % BASE;
    rest = ((sum === 0 ? BASE : sum) * 2) % (BASE + 1);
  }
  return rest;
}

/** The signed content of a link. */
export interface SignedLink {
  kid: string;
  code: string;
  destination: string;
  /** Unix milliseconds. */
  expires_at: number;
}

const MAC_BYTES = 16;

/** 22 base64url characters: the first 128 bits of HMAC-SHA256 over purpose, key id, code, destination and expiry. */
export function computeMac(key: Uint8Array, { kid, code, destination, expires_at }: SignedLink): string {
  const text = JSON.stringify(["audio-share link", kid, code, destination, expires_at]);
  const mac = new Bun.CryptoHasher("sha256", key).update(text).digest();
  return Buffer.from(mac.buffer, mac.byteOffset, MAC_BYTES).toString("base64url");
}

export function isMac(key: Uint8Array, signed: SignedLink, mac: string): boolean {
  return equalConstantTime(computeMac(key, signed), mac);
}
