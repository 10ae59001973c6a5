import { createCipheriv, createDecipheriv, createHash, hkdfSync, timingSafeEqual } from "node:crypto";
import { systemRandom } from "../random.ts";

export { hmacSha256Base64, hmacSha256Hex, sha256Hex } from "./hashes.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export class SealError extends Error {}

/** A master key of 256 bits. Sealed texts carry its `id`, so that a rotation can tell old from new. */
export interface MasterKey {
  id: string;
  bytes: Uint8Array;
}

/** Parses a key written as 64 hex digits or as base64 of 32 bytes. @throws SealError for anything else */
export function parseMasterKey(text: string): MasterKey {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, "hex")
    : Buffer.from(trimmed, "base64");
  if (bytes.length !== KEY_BYTES)
    throw new SealError("a master key is 32 bytes, as base64 or as 64 hex digits");
  return {
    id: createHash("sha256").update("salute master key").update(bytes).digest("hex").slice(0, 8),
    bytes,
  };
}

/** A sealed text: `<key id>.<base64url of iv, ciphertext, tag>`, AES-256-GCM with `context` as associated data. */
export function seal(key: MasterKey, plain: string, context: string): string {
  const iv = systemRandom.bytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${body.toString("base64url")}`;
}

/** The plain text of a sealed one. @throws SealError if key, context or bytes do not match */
export function unseal(key: MasterKey, sealed: string, context: string): string {
  const body = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, body.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(body.subarray(body.length - TAG_BYTES));
    const plain = decipher.update(body.subarray(IV_BYTES, body.length - TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString("utf8");
  } catch {
    throw new SealError(`the secret of ${context} does not open with this master key`);
  }
}

/** The id of the key that sealed this text. */
export function sealedBy(sealed: string): string {
  return sealed.slice(0, sealed.indexOf("."));
}

/** A key for one purpose, derived from the master key (HKDF, RFC 5869). */
export function deriveKey(key: MasterKey, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key.bytes, "salute", purpose, KEY_BYTES));
}

const encoder = new TextEncoder();
/** Characters of a SHA-256 in hex, as signatures and stored hashes have them. */
const HASH_CHARACTERS = 64;
const LEFT = new Uint8Array(HASH_CHARACTERS);
const RIGHT = new Uint8Array(HASH_CHARACTERS);

/** Compares two texts in a time that does not depend on the position of a difference. */
export function equalConstantTime(a: string, b: string): boolean {
  if (a.length === HASH_CHARACTERS && b.length === HASH_CHARACTERS) {
    const left = encoder.encodeInto(a, LEFT).read;
    const right = encoder.encodeInto(b, RIGHT).read;
    // All of both fitted, so that they are ASCII; parts of the arrays would be objects to make and to collect.
    if (left === HASH_CHARACTERS && right === HASH_CHARACTERS) return timingSafeEqual(LEFT, RIGHT);
  }
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
