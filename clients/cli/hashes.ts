import { createHash, createHmac } from "node:crypto";

/** src/kit/crypto/hashes.ts for Node.js, which has no hashes of Bun. */

export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

export function hmacSha256Hex(secret: string, message: string | Uint8Array): string {
  return createHmac("sha256", secret).update(message).digest("hex");
}

export function hmacSha256Base64(key: Uint8Array, message: string): string {
  return createHmac("sha256", key).update(message).digest("base64");
}
