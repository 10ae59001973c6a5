import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** Loaded on first use, because it takes a tenth of a start. */
function curve(): typeof import("@noble/curves/ed25519.js").ed25519 {
  return require("@noble/curves/ed25519.js").ed25519;
}

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Whether 32 bytes are a key with a possible owner: canonically encoded, on the curve (RFC 8032, section 5.1.3), not
 * of small order. A key of small order has signatures that are valid for every message: with the identity as key, R =
 * the identity and S = 0 pass any verifier without this check.
 */
export function isSoundPublicKey(publicKey: Uint8Array): boolean {
  try {
    return publicKey.length === 32 && !curve().Point.fromBytes(publicKey, false).isSmallOrder();
  } catch {
    return false;
  }
}

/**
 * Whether an address is a point of the curve by Solana's rule: no key can sign for one off the curve, and a program
 * owns it.
 */
export function isOnCurve(address: Uint8Array): boolean {
  try {
    curve().Point.fromBytes(address, true);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is the key's Ed25519 signature of the message; false for unsound keys. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || !isSoundPublicKey(publicKey)) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, publicKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, message, key, signature);
}

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The public key, 32 bytes, of a seed (RFC 8032, section 5.1.5). */
export function derivePublicKey(seed: Uint8Array): Uint8Array {
  const spki = createPublicKey(privateKey(seed)).export({ format: "der", type: "spki" });
  return new Uint8Array(spki.subarray(SPKI_PREFIX.length));
}

/** The Ed25519 signature, 64 bytes, by the key of this seed; deterministic (RFC 8032, section 5.1.6). */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, privateKey(seed)));
}

function privateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
}
