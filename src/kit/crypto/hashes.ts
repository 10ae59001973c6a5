/** SHA-256 as lower-case hex; the stored form of tokens with 256 random bits. */
export function sha256Hex(data: string | Uint8Array): string {
  return Bun.CryptoHasher.hash("sha256", data, "hex");
}

/** HMAC-SHA256 as lower-case hex, keyed with the bytes of the secret text. */
export function hmacSha256Hex(secret: string, message: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256", secret).update(message).digest("hex");
}

/** The same as base64, keyed with bytes. */
export function hmacSha256Base64(key: Uint8Array, message: string): string {
  return new Bun.CryptoHasher("sha256", key).update(message).digest("base64");
}
