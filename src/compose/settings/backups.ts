import { setting } from "./setting.ts";
import { backupKey, baseUrl, optional, replicaUrl, text, whole } from "./values.ts";

/** Encryption, retention and copies of backups (contract section 12). */
export const BACKUP_SETTINGS = {
  backupEncryptionKey: setting(
    "BACKUP_ENCRYPTION_KEY",
    "",
    "age1…, AGE-SECRET-KEY-1…, or a passphrase",
    "Encrypts backups in the format of age: a recipient, an identity, or a passphrase of at least 16 characters",
    backupKey,
    true,
  ),
  backupKeepCount: setting("BACKUP_KEEP_COUNT", "14", "14", "Number of backups to keep", whole(1, 10_000)),
  backupKeepDays: setting(
    "BACKUP_KEEP_DAYS",
    "30",
    "30",
    "Days to keep a backup; the newest is always kept",
    whole(1, 3_650),
  ),
  backupS3Endpoint: setting(
    "BACKUP_S3_ENDPOINT",
    "",
    "https://s3.eu-central-1.amazonaws.com",
    "S3-compatible store to which each backup is copied; needs BACKUP_S3_BUCKET and the two keys",
    (value) => (value === "" ? null : baseUrl(value)),
  ),
  backupS3Bucket: setting("BACKUP_S3_BUCKET", "", "salute-backups", "Its bucket", optional),
  backupS3Region: setting("BACKUP_S3_REGION", "us-east-1", "eu-central-1", "Its region", text),
  backupS3AccessKeyId: setting("BACKUP_S3_ACCESS_KEY_ID", "", "AKIA…", "Its access key id", optional),
  backupS3SecretAccessKey: setting(
    "BACKUP_S3_SECRET_ACCESS_KEY",
    "",
    "(secret)",
    "Its secret access key",
    optional,
    true,
  ),
  backupS3Prefix: setting("BACKUP_S3_PREFIX", "", "salute/", "Prefix of object names", text),
  litestreamReplicaUrl: setting(
    "LITESTREAM_REPLICA_URL",
    "",
    "s3://bucket/salute?region=eu-central-1",
    "Store in which Litestream replicates each database (/live, /sandbox, /log under it); unset: none. Its credentials: LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY",
    replicaUrl,
  ),
  litestreamProgram: setting(
    "LITESTREAM_BIN",
    "",
    "/usr/local/bin/litestream",
    "Litestream's program, 0.5.17 or newer; unset: the built-in one (salute version), otherwise litestream on PATH",
    optional,
  ),
};

type Store = Record<
  "backupS3Endpoint" | "backupS3Bucket" | "backupS3AccessKeyId" | "backupS3SecretAccessKey",
  string | null
>;

/** Why the store's settings are incomplete; null if they are complete or all unset. */
export function halfSetStore(store: Store): string | null {
  const { backupS3Endpoint, backupS3Bucket, backupS3AccessKeyId, backupS3SecretAccessKey } = store;
  const parts = [backupS3Endpoint, backupS3Bucket, backupS3AccessKeyId, backupS3SecretAccessKey];
  if (parts.every((part) => part === null) || parts.every((part) => part !== null)) return null;
  return "BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY go together: set all four or none. Example: BACKUP_S3_ENDPOINT=https://s3.eu-central-1.amazonaws.com BACKUP_S3_BUCKET=salute-backups, with the two keys of that store";
}
