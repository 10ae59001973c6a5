import { createPublicKey, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Whether 32 bytes are a key that somebody can hold: canonically encoded, on the curve (RFC 8032, section 5.1.3), not of
 * small order. A key of small order has signatures that are valid for every message: with the identity as key, R = the
 * identity and S = 0 pass any verifier that does not look.
 */
export function isSoundPublicKey(publicKey: Uint8Array): boolean {
  try {
    return publicKey.length === 32 && !ed25519.Point.fromBytes(publicKey, false).isSmallOrder();
  } catch {
    return false;
  }
}

/** Whether this is the key's Ed25519 signature over the message; false for every key that is not sound. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || !isSoundPublicKey(publicKey)) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, publicKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, message, key, signature);
}
