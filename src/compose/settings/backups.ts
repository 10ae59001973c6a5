import { setting } from "./setting.ts";
import { backupKey, baseUrl, flag, optional, replicaUrl, text, whole } from "./values.ts";

/** Encryption, retention and copies of backups (contract section 12). */
export const BACKUP_SETTINGS = {
  backupEncryptionKey: setting("BACKUP_ENCRYPTION_KEY", {
    fallback: "",
    example: "age1…, AGE-SECRET-KEY-1…, or a passphrase",
    meaning:
      "Encrypts backups in the format of age: a recipient, an identity, or a passphrase of at least 16 characters",
    parse: backupKey,
    isSecret: true,
  }),
  backupKeepCount: setting("BACKUP_KEEP_COUNT", {
    fallback: "14",
    example: "14",
    meaning: "Number of backups to keep",
    parse: whole(1, 10_000),
  }),
  backupKeepDays: setting("BACKUP_KEEP_DAYS", {
    fallback: "30",
    example: "30",
    meaning: "Days to keep a backup; the newest is always kept",
    parse: whole(1, 3_650),
  }),
  backupS3Endpoint: setting("BACKUP_S3_ENDPOINT", {
    fallback: "",
    example: "https://s3.eu-central-1.amazonaws.com",
    meaning: "S3-compatible store to which each backup is copied; needs BACKUP_S3_BUCKET and the two keys",
    parse: (value) => (value === "" ? null : baseUrl(value)),
  }),
  backupS3Bucket: setting("BACKUP_S3_BUCKET", {
    fallback: "",
    example: "salute-backups",
    meaning: "Its bucket",
    parse: optional,
  }),
  backupS3Region: setting("BACKUP_S3_REGION", {
    fallback: "us-east-1",
    example: "eu-central-1",
    meaning: "Its region",
    parse: text,
  }),
  backupS3AccessKeyId: setting("BACKUP_S3_ACCESS_KEY_ID", {
    fallback: "",
    example: "AKIA…",
    meaning: "Its access key id",
    parse: optional,
  }),
  backupS3SecretAccessKey: setting("BACKUP_S3_SECRET_ACCESS_KEY", {
    fallback: "",
    example: "(secret)",
    meaning: "Its secret access key",
    parse: optional,
    isSecret: true,
  }),
  backupS3Prefix: setting("BACKUP_S3_PREFIX", {
    fallback: "",
    example: "salute/",
    meaning: "Prefix of object names",
    parse: text,
  }),
  litestreamReplicaUrl: setting("LITESTREAM_REPLICA_URL", {
    fallback: "",
    example: "s3://bucket/salute?region=eu-central-1",
    meaning:
      "Store in which Litestream replicates each database (/live, /sandbox, /log under it); unset: none. Its credentials: LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY",
    parse: replicaUrl,
    mayHoldPassword: true,
  }),
  litestreamAccessKeyId: setting("LITESTREAM_ACCESS_KEY_ID", {
    fallback: "",
    example: "(key id)",
    meaning: "Key id for the replica's store, read by Litestream",
    parse: optional,
  }),
  litestreamSecretAccessKey: setting("LITESTREAM_SECRET_ACCESS_KEY", {
    fallback: "",
    example: "(secret)",
    meaning: "Secret key for the replica's store, read by Litestream",
    parse: optional,
    isSecret: true,
  }),
  replicaAutoRestore: setting("REPLICA_AUTO_RESTORE", {
    fallback: "0",
    example: "1",
    meaning:
      "1: a start on an empty directory takes over from a replica that holds something, as an automatic promotion does, if no other machine leads",
    parse: flag,
  }),
  litestreamProgram: setting("LITESTREAM_BIN", {
    fallback: "",
    example: "/usr/local/bin/litestream",
    meaning:
      "Litestream's program, 0.5.17 or newer; unset: the built-in one (salute version), otherwise litestream on PATH",
    parse: optional,
  }),
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
