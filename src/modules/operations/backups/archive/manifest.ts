import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { derivePublicKey, signEd25519, verifyEd25519 } from "../../../../kit/crypto/ed25519.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import { replacePrivateFile } from "../../../../kit/process/files.ts";
import { ManifestShape } from "../model.ts";
import type { ArchivedFile } from "./archive.ts";

/** Description of a backup, stored beside its archive and answered by the operators' routes (contract section 12). */
export interface Manifest {
  id: string;
  /** Name of the archive beside the manifest. */
  file: string;
  /** SHA-256 of the archive, lower-case hex. */
  sha256: string;
  /** Size of the archive. */
  bytes: number;
  /** ISO 8601 UTC. The backup contains everything committed before. */
  created_at: string;
  /** Rows of live.db, by table. */
  counts: Record<string, number>;
  /** Root of the signed log, base64; null if the log is empty. */
  log_root: string | null;
  /** Newest signed note of the log; null if it is unsigned. */
  checkpoint: string | null;
  /** The databases in the archive. */
  databases: ArchivedFile[];
  is_encrypted: boolean;
  /** Address of the uploaded copy; null without one. */
  uploaded_to: string | null;
  /** Why the upload failed; null if it did not, or none was configured. */
  upload_error: string | null;
  /** Ed25519 public key of log.key, base64; null without one. */
  public_key: string | null;
  /** Over the RFC 8785 text of all fields except those about the upload, base64. */
  signature: string | null;
}

export type UnsignedManifest = Omit<Manifest, "public_key" | "signature">;

/** @param seed of log.key; null leaves the manifest unsigned. */
export function signManifest(manifest: UnsignedManifest, seed: Uint8Array | null): Manifest {
  if (seed === null) return { ...manifest, public_key: null, signature: null };
  const public_key = Buffer.from(derivePublicKey(seed)).toString("base64");
  const signature = Buffer.from(signEd25519(seed, signedBytes({ ...manifest, public_key }))).toString(
    "base64",
  );
  return { ...manifest, public_key, signature };
}

/** Whether the signature is valid under the manifest's own key; null if unsigned. */
export function isSignatureValid({ signature, ...rest }: Manifest): boolean | null {
  if (signature === null || rest.public_key === null) return null;
  const key = Buffer.from(rest.public_key, "base64");
  return verifyEd25519(key, signedBytes(rest), Buffer.from(signature, "base64"));
}

/** Leaves out the fields about the upload, which happens after signing. */
function signedBytes({
  uploaded_to: _to,
  upload_error: _error,
  ...rest
}: Omit<Manifest, "signature">): Uint8Array {
  return Buffer.from(canonicalJson(rest));
}

/** Records the result of an upload in the manifest's file. */
export function recordCopy(
  directory: string,
  manifest: Manifest,
  copy: Pick<Manifest, "uploaded_to" | "upload_error">,
): Manifest {
  const recorded = { ...manifest, ...copy };
  writeManifest(directory, recorded);
  return recorded;
}

export function writeManifest(directory: string, manifest: Manifest): void {
  replacePrivateFile(join(directory, `${manifest.id}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Manifests in a directory, newest first; other files are skipped. */
export function listManifests(directory: string): Manifest[] {
  if (!existsSync(directory)) return [];
  return (
    readdirSync(directory)
      .filter((name) => /^b-[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}\.json$/.test(name))
      .flatMap((name) => {
        const manifest = readManifest(join(directory, name));
        return manifest === null ? [] : [manifest];
      })
      // Ids of the same second differ only in a random part.
      .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1))
  );
}

/** Manifests are about 2 KB; larger files are skipped. */
const MAX_MANIFEST_BYTES = 2 ** 20;
let checker: TypeCheck<typeof ManifestShape> | null = null;

/** Null where the file is missing, or holds no manifest. */
export function readManifest(path: string): Manifest | null {
  try {
    if (statSync(path).size > MAX_MANIFEST_BYTES) return null;
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    checker ??= TypeCompiler.Compile(ManifestShape);
    return checker.Check(value) ? value : null;
  } catch {
    return null;
  }
}
