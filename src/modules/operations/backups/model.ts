import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";

/** A backup's manifest, as its routes answer it. */
export const ManifestShape = Type.Object({
  id: Type.String(),
  file: Type.String({ description: "Name of the archive, in backups/ of the data directory." }),
  sha256: Type.String({ description: "Of the archive, lower-case hex." }),
  bytes: Type.Integer({ description: "Of the archive." }),
  created_at: Timestamp({ description: "What was committed before is in it." }),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "Rows of live.db, by table." }),
  log_root: Nullable(Type.String({ description: "Root of the signed log, base64." })),
  checkpoint: Nullable(Type.String({ description: "Newest signed note of the log." })),
  databases: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() }), {
    description: "The databases as they are in the archive.",
  }),
  is_encrypted: Type.Boolean(),
  uploaded_to: Nullable(Type.String({ description: "Where a copy was sent." })),
  upload_error: Nullable(Type.String({ description: "Why no copy was sent though one should have been." })),
  public_key: Nullable(Type.String({ description: "Ed25519 key of log.key, base64." })),
  signature: Nullable(Type.String({ description: "By that key over the RFC 8785 text, base64." })),
});

export const RunningShape = Type.Object(
  { backup_id: Type.String(), status: OneOf(["running"]) },
  { description: "Still being made after 55 s: ask GET /admin/backups/{id}." },
);

export const StateShape = Type.Object({
  backup_id: Type.String(),
  status: OneOf(["running", "done", "failed"]),
  error: Nullable(Type.String()),
  manifest: Nullable(ManifestShape),
});

export const ListShape = Type.Object({ count: Type.Integer(), backups: Type.Array(ManifestShape) });
export const BackupPath = Type.Object({ id: Type.String() });
