import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../../compose/config.ts";
import { derivePublicKey } from "../../kit/crypto/ed25519.ts";
import type { Trust } from "../../modules/operations/backups/index.ts";
import { readLogKey } from "../../modules/platform/key-files/index.ts";
import { NoteError, publicKeyOfVkey } from "../../modules/transparency/signed-log/index.ts";
import { type Flags, type Option, textFlag, UsageError } from "../command.ts";

/** The flags of commands that read a backup. */
export const TRUST_OPTIONS = {
  vkey: {
    type: "string",
    value: "KEY|FILE",
    meaning:
      "The log key that must have signed it: the text of /log/vkey, or a file with it, or log.key itself",
  },
  unsigned: { type: "boolean", meaning: "Accept a backup whose origin is unproved" },
  plaintext: {
    type: "boolean",
    meaning: "Accept an unencrypted backup although BACKUP_ENCRYPTION_KEY is set",
  },
} as const satisfies Record<string, Option>;

/** An archive, and where the log.key of the installation that made it may be: the first that exists counts. */
interface Origin {
  archive: string;
  ownKey: string;
}

/** What is required of a backup, and whose key must have signed it, for people. */
interface NamedTrust extends Trust {
  /** Null if no key is known. */
  keyName: string | null;
}

/**
 * The required proof of a backup: by --vkey, by this directory's log.key, or by the one beside the archive's
 * directory.
 */
export function resolveTrust(flags: Flags, config: Config, { archive, ownKey }: Origin): NamedTrust {
  const given = textFlag(flags, "vkey");
  const path = [ownKey, resolve(dirname(archive), "..", "log.key")].find((each) => existsSync(each)) ?? null;
  const own = path === null ? null : encoded(readLogKey(path));
  return {
    encryptionKey: config.backupEncryptionKey,
    publicKey: given === undefined ? own : publicKeyFrom(given),
    keyName: given === undefined ? path : "the key of --vkey",
    acceptUnsigned: flags.unsigned === true,
    acceptPlaintext: flags.plaintext === true,
  };
}

function encoded(seed: Uint8Array): string {
  return Buffer.from(derivePublicKey(seed)).toString("base64");
}

const VKEY = /^\S+\+[0-9a-f]{8}\+/;

/** @throws UsageError */
function publicKeyFrom(given: string): string {
  const text = existsSync(given) ? readFileSync(given, "utf8") : given;
  if (existsSync(given) && !VKEY.test(text)) return encoded(readLogKey(given));
  try {
    return publicKeyOfVkey(text);
  } catch (error) {
    if (error instanceof NoteError)
      throw new UsageError("--vkey is the text of /log/vkey, a file that holds it, or a log.key");
    throw error;
  }
}
