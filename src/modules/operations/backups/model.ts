import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";

/** Manifest of a backup in answers. */
export const ManifestShape = Type.Object({
  id: Type.String({ description: "Id of the backup: its UTC start time plus a random suffix." }),
  file: Type.String({ description: "Name of the archive's file, in backups/ of the data directory." }),
  sha256: Type.String({ description: "SHA-256 of the archive, in lower-case hex." }),
  bytes: Type.Integer({ description: "Size of the archive in bytes." }),
  created_at: Timestamp({
    description: "Time of the copies: the backup contains everything committed before.",
  }),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: "Number of rows of each table of live.db, by table.",
  }),
  log_root: Nullable(Type.String({ description: "Root of the signed log, base64." })),
  checkpoint: Nullable(Type.String({ description: "Newest signed note of the log." })),
  databases: Type.Array(
    Type.Object({
      name: Type.String({ description: "Name of the database's file." }),
      bytes: Type.Integer({ description: "Size of the database in bytes." }),
      sha256: Type.String({ description: "SHA-256 of the database, in hex." }),
    }),
    {
      description: "The databases in the archive.",
    },
  ),
  is_encrypted: Type.Boolean({ description: "Whether the archive is encrypted." }),
  uploaded_to: Nullable(Type.String({ description: "Address of the uploaded copy." })),
  upload_error: Nullable(Type.String({ description: "Why the upload failed, if it did." })),
  public_key: Nullable(Type.String({ description: "Ed25519 key of log.key, base64." })),
  signature: Nullable(
    Type.String({
      description:
        "Ed25519 signature with public_key over the manifest's RFC 8785 text without this field, in base64.",
    }),
  ),
});

export const RunningShape = Type.Object(
  {
    backup_id: Type.String({ description: "Id of the backup." }),
    status: OneOf(["running"], { description: "Always running: the backup is not finished." }),
  },
  { description: "Not finished within 55 s: poll GET /admin/backups/{id}." },
);

export const StateShape = Type.Object({
  backup_id: Type.String({ description: "Id of the backup." }),
  status: OneOf(["running", "done", "failed"], {
    description: "State of the backup: running, done or failed.",
  }),
  error: Nullable(Type.String(), { description: "What went wrong; null if nothing did." }),
  manifest: Nullable(ManifestShape, { description: "Contents of the backup; null until it is done." }),
});

export const ListShape = Type.Object({
  count: RowCount,
  backups: Type.Array(ManifestShape, { description: "Backups, newest first." }),
});
export const BackupPath = Type.Object({
  id: Type.String({ description: "Id of the backup, as lists show it." }),
});
