import { isSignatureValid, type Manifest } from "./archive/manifest.ts";
import { BackupError } from "./backup-error.ts";

/** Requirements that a backup must meet before its content is used. */
export interface Trust {
  /** Decrypts the archive; null if no key is set. */
  encryptionKey: string | null;
  /** Ed25519 public key that must have signed the manifest, base64; null if unknown. */
  publicKey: string | null;
  /** Whether a backup of unproved origin is accepted (--unsigned). */
  acceptUnsigned: boolean;
  /** Whether an unencrypted archive is accepted although an encryption key is set (--plaintext). */
  acceptPlaintext: boolean;
}

/**
 * Returns true if the known key signed the manifest, null if the origin is unproved and that is accepted. @throws
 * BackupError if the manifest was altered, or its origin is not accepted
 */
export function proveOrigin(manifest: Manifest | null, where: string, trust: Trust): true | null {
  const isSigned = manifest === null ? null : isSignatureValid(manifest);
  if (isSigned === false) throw new BackupError(`${where} was changed after it was signed`);
  if (isSigned === true && trust.publicKey !== null) {
    if (manifest?.public_key === trust.publicKey) return true;
    throw new BackupError(
      `${where} was signed by a key other than the log's: ${manifest?.public_key}. Give the right key with --vkey`,
    );
  }
  if (trust.acceptUnsigned) return null;
  throw new BackupError(
    isSigned === null
      ? `the origin of this backup is unproved: ${where} is ${manifest === null ? "missing" : "unsigned"}. If you trust its source: --unsigned`
      : "the origin of this backup is unproved: its log key is unknown here. Give it with --vkey (the text of /log/vkey, or a file such as log.key), or accept it with --unsigned",
  );
}

/** @throws BackupError if the archive is unencrypted although an encryption key is set */
export function requireSecrecy(isEncrypted: boolean, archive: string, trust: Trust): void {
  if (isEncrypted || trust.encryptionKey === null || trust.acceptPlaintext) return;
  throw new BackupError(
    `${archive} is not encrypted although BACKUP_ENCRYPTION_KEY is set: anyone who can write there could have made it. If it predates the key: --plaintext`,
  );
}
