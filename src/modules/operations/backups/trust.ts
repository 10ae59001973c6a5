import { isSignedRightly, type Manifest } from "./archive/manifest.ts";
import { BackupError } from "./backup-error.ts";

/** What a backup must show of itself before anything in it is believed. */
export interface Trust {
  /** Opens an encrypted archive; null where no key is set. */
  encryptionKey: string | null;
  /** The Ed25519 key that must have signed the manifest, as base64; null where none is known. */
  publicKey: string | null;
  /** Whether a backup of unproved origin is taken (--unsigned). */
  acceptUnsigned: boolean;
  /** Whether an archive that anybody could have packed is taken though an encryption key is set (--plaintext). */
  acceptPlaintext: boolean;
}

/** What the manifest proves of the archive's origin: true where the known key signed it, null where nothing is proved. */
export function proveOrigin(manifest: Manifest | null, where: string, trust: Trust): true | null {
  const isSigned = manifest === null ? null : isSignedRightly(manifest);
  if (isSigned === false) throw new BackupError(`${where} was changed after it was signed`);
  if (isSigned === true && trust.publicKey !== null) {
    if (manifest?.public_key === trust.publicKey) return true;
    throw new BackupError(
      `${where} was signed by another key than the log's: ${manifest?.public_key}. Give the right key with --vkey`,
    );
  }
  if (trust.acceptUnsigned) return null;
  throw new BackupError(
    isSigned === null
      ? `the origin of this backup is unproved: ${where} is ${manifest === null ? "missing" : "unsigned"}. If you know where it comes from: --unsigned`
      : "the origin of this backup is unproved: its log key is not known here. Give it with --vkey (the text of /log/vkey, or a file such as log.key), or take it as it is: --unsigned",
  );
}

/** @throws BackupError where an unencrypted archive stands in for an encrypted one */
export function requireSecrecy(isEncrypted: boolean, archive: string, trust: Trust): void {
  if (isEncrypted || trust.encryptionKey === null || trust.acceptPlaintext) return;
  throw new BackupError(
    `${archive} is not encrypted, though BACKUP_ENCRYPTION_KEY is set: whoever can write there could have made it. If it is from before the key was set: --plaintext`,
  );
}
