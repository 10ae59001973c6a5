import { scryptSync } from "node:crypto";
import { randomBytes } from "../../kit/ids.ts";
import { type MasterKey, SealError, seal, unseal } from "../../kit/seal.ts";
import { KeyFileError } from "./key-file-error.ts";

/** Names the form and the work of scrypt (RFC 7914): 128 MiB, a third of a second. Other figures get another name. */
const FORM = "salute-keyfile-scrypt17";
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const SALT_BYTES = 16;
const MIN_CHARACTERS = 12;

/** A key file's text under a passphrase (AES-256-GCM, the file's name as associated data): one line. */
export function sealWithPassphrase(text: string, name: string, passphrase: string): string {
  const salt = randomBytes(SALT_BYTES);
  return `${FORM}:${Buffer.from(salt).toString("base64url")}:${seal(keyOf(passphrase, salt), text, name)}\n`;
}

/** @throws KeyFileError where the passphrase does not open it. */
export function openWithPassphrase(sealed: string, name: string, passphrase: string): string {
  const [form, salt, body] = sealed.trim().split(":");
  if (form !== FORM || salt === undefined || body === undefined)
    throw new KeyFileError(`${name}.sealed is no key file under a passphrase that this salute knows`);
  try {
    return unseal(keyOf(passphrase, Buffer.from(salt, "base64url")), body, name);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new KeyFileError(`${name}.sealed does not open with this passphrase`);
  }
}

/** The passphrase in a file's text: all but the line break at its end. @throws KeyFileError where it is short. */
export function readPassphrase(text: string): string {
  const passphrase = text.replace(/[\r\n]+$/, "");
  if (passphrase.length < MIN_CHARACTERS)
    throw new KeyFileError(`the passphrase is too short: take at least ${MIN_CHARACTERS} characters`);
  return passphrase;
}

function keyOf(passphrase: string, salt: Uint8Array): MasterKey {
  return { id: "scrypt", bytes: scryptSync(passphrase, salt, 32, SCRYPT) };
}
