import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** Namespace of signatures of releases: one made for another purpose does not count. */
export const NAMESPACE = "salute-release";
const MAGIC = "SSHSIG";
const KEY_TYPE = "ssh-ed25519";
const HASHES: Record<string, string> = { sha256: "sha256", sha512: "sha512" };

/** Public keys in an allowed-signers file of OpenSSH: the wire format of each Ed25519 key, in base64. */
export function signersIn(text: string): string[] {
  return [...text.matchAll(/^(?!\s*#).*\bssh-ed25519 ([A-Za-z0-9+/=]+)/gm)].map(([, key = ""]) => key);
}

/**
 * Checks a detached signature as `ssh-keygen -Y sign -n salute-release` makes it (OpenSSH's PROTOCOL.sshsig).
 * @param signers public keys that count
 * @throws Error with the reason
 */
export function verifySignature(message: Uint8Array, armored: string, signers: readonly string[]): void {
  const body =
    /-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----/.exec(armored)?.[1] ?? "";
  const fields = new Fields(Buffer.from(body, "base64"));
  if (fields.bytes(MAGIC.length).toString() !== MAGIC || fields.number() !== 1)
    throw new Error("it is not a signature of ssh-keygen");
  const publicKey = fields.text();
  const namespace = fields.text().toString();
  const reserved = fields.text();
  const algorithm = fields.text();
  const signature = new Fields(fields.text());
  if (namespace !== NAMESPACE) throw new Error(`it was made for ${JSON.stringify(namespace)}`);
  if (!signers.includes(publicKey.toString("base64"))) throw new Error("its key is not a key of releases");
  const hash = HASHES[algorithm.toString()];
  if (hash === undefined || signature.text().toString() !== KEY_TYPE)
    throw new Error("its algorithm is unknown");
  const signed = Buffer.concat([
    Buffer.from(MAGIC),
    ...[Buffer.from(namespace), reserved, algorithm, createHash(hash).update(message).digest()].map(counted),
  ]);
  if (!verify(null, signed, keyOf(publicKey), signature.text()))
    throw new Error("it belongs to another text");
}

function keyOf(wire: Buffer): KeyObject {
  const fields = new Fields(wire);
  fields.text();
  const x = fields.text().toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

/** A text in SSH's wire format: its length, then its bytes. */
function counted(text: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/** Reads SSH's wire format. Beyond the end everything is empty. */
class Fields {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    this.#rest = bytes;
  }

  bytes(length: number): Buffer {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }

  number(): number {
    const bytes = this.bytes(4);
    return bytes.length < 4 ? 0 : bytes.readUInt32BE();
  }

  text(): Buffer {
    return this.bytes(this.number());
  }
}
