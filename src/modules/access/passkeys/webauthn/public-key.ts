import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { CBORType } from "@levischuck/tiny-cbor";
import { PasskeyRefusal } from "./refusal.ts";

/** COSE's numbers of the signatures accepted here, in the order of preference: EdDSA, ES256 and RS256 (RFC 9053). */
export const ALGORITHMS = [-8, -7, -257] as const;

const ALGORITHM = 3;
/** Curve of an elliptic key, modulus of an RSA key. */
const FIRST = -1;
const SECOND = -2;
const THIRD = -3;
const P256 = 1;
const ED25519 = 6;
const MIN_RSA_BITS = 2048;

/** The key of an authenticator as SubjectPublicKeyInfo, base64url. @throws PasskeyRefusal */
export function toSpki(cose: CBORType): string {
  const key = keyOf(cose);
  const { modulusLength } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < MIN_RSA_BITS)
    throw new PasskeyRefusal("algorithm", `has an RSA key of fewer than ${MIN_RSA_BITS} bits`);
  return key.export({ format: "der", type: "spki" }).toString("base64url");
}

/** Whether the key's owner signed these bytes. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" });
  try {
    return verify(key.asymmetricKeyType === "ed25519" ? null : "sha256", bytes, key, signature);
  } catch {
    return false;
  }
}

function keyOf(cose: CBORType): KeyObject {
  const jwk = cose instanceof Map ? jwkOf(cose) : null;
  if (jwk === null) throw new PasskeyRefusal("algorithm", "has a key of an unknown algorithm");
  try {
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    throw new PasskeyRefusal("malformed", "has a malformed key");
  }
}

function jwkOf(cose: Map<string | number, CBORType>): Record<string, string> | null {
  const member = (label: number) => {
    const value = cose.get(label);
    return value instanceof Uint8Array ? Buffer.from(value).toString("base64url") : "";
  };
  const curve = cose.get(FIRST);
  switch (cose.get(ALGORITHM)) {
    case -7:
      return curve === P256 ? { kty: "EC", crv: "P-256", x: member(SECOND), y: member(THIRD) } : null;
    case -8:
      return curve === ED25519 ? { kty: "OKP", crv: "Ed25519", x: member(SECOND) } : null;
    case -257:
      return { kty: "RSA", n: member(FIRST), e: member(SECOND) };
    default:
      return null;
  }
}
