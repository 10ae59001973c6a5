import { existsSync, readFileSync } from "node:fs";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { createPrivateFile } from "../../../kit/process/files.ts";
import { systemRandom } from "../../../kit/random.ts";
import { KeyFileError } from "./key-file-error.ts";

const SEED_BYTES = 32;

/** Creates the key that signs the log (contract section 11): an Ed25519 seed, base64. An existing key stays. */
export function ensureLogKey(path: string): void {
  if (existsSync(path)) return;
  createPrivateFile(path, `${Buffer.from(systemRandom.bytes(SEED_BYTES)).toString("base64")}\n`);
}

/** The seed in a key file. @throws KeyFileError if it is malformed, or the file system's own errors */
export function readLogKey(path: string): Uint8Array {
  return seedOf(readFileSync(path, "utf8"), path);
}

/** An id of a log key that does not reveal it. @throws KeyFileError if the text is not a log key */
export function logKeyId(text: string, where: string): string {
  const seed = seedOf(text, where);
  return sha256Hex(Buffer.concat([Buffer.from("salute log key"), seed])).slice(0, 8);
}

function seedOf(text: string, where: string): Uint8Array {
  const seed = Buffer.from(text.trim(), "base64");
  if (seed.length !== SEED_BYTES) throw new KeyFileError(`${where}: a log key is 32 bytes, as base64`);
  return new Uint8Array(seed);
}
