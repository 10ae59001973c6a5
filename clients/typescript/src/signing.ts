/** Hashes and signatures by Web Crypto, which Node, Bun, Deno and Workers share. */

const encoder = new TextEncoder();
/** In a variable, so that bundlers for other runtimes do not look for it. */
const NODE_MODULE: string = "node:crypto";

/** Node.js 18 has no global Web Crypto. */
async function webCrypto(): Promise<Crypto> {
  return globalThis.crypto ?? ((await import(NODE_MODULE)) as { webcrypto: Crypto }).webcrypto;
}

export async function randomUuid(): Promise<string> {
  return (await webCrypto()).randomUUID();
}

export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return hex(await (await webCrypto()).subtle.digest("SHA-256", bytes as BufferSource));
}

export async function hmacSha256(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const { subtle } = await webCrypto();
  const imported = await subtle.importKey("raw", key as BufferSource, algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, bytes as BufferSource));
}

export function hex(buffer: ArrayBuffer | Uint8Array): string {
  const bytes = buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a request is signed by. */
export interface Credentials {
  keyId: string;
  secret: string;
}

/** The headers of a signature over method, target, time, nonce and the exact body; all but the key are fresh. */
export async function signatureHeaders(
  { keyId, secret }: Credentials,
  method: string,
  target: string,
  body: Uint8Array,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = hex((await webCrypto()).getRandomValues(new Uint8Array(16)));
  const canonical = [method, target, timestamp, nonce, await sha256Hex(body)].join("\n");
  const signature = await hmacSha256(encoder.encode(secret), encoder.encode(canonical));
  return {
    "x-partner-key": keyId,
    "x-partner-timestamp": timestamp,
    "x-partner-nonce": nonce,
    "x-partner-signature": hex(signature),
  };
}

/** Compares in a time that does not tell where two texts differ. */
export function equalConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index % Math.max(1, right.length));
  return difference === 0;
}
