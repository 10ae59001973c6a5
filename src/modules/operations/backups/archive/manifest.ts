import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { publicKeyOf, signEd25519, verifyEd25519 } from "../../../../kit/crypto/ed25519.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import { replacePrivateFile } from "../../../../kit/process/files.ts";
import { ManifestShape } from "../model.ts";
import type { Packed } from "./archive.ts";

/** What a backup is, as written beside its file and answered by the operators' routes (contract section 12). */
export interface Manifest {
  id: string;
  /** Name of the archive beside the manifest. */
  file: string;
  /** Of the archive, as lower-case hex. */
  sha256: string;
  /** Of the archive. */
  bytes: number;
  /** ISO 8601 UTC: what was committed before is in it. */
  created_at: string;
  /** Rows of live.db, by table. */
  counts: Record<string, number>;
  /** Root of the signed log, as base64; null where the log is empty. */
  log_root: string | null;
  /** The newest signed note of the log; null where it is unsigned. */
  checkpoint: string | null;
  /** The databases as they are in the archive. */
  databases: Packed[];
  is_encrypted: boolean;
  /** Where a copy was sent; null where nowhere, or that failed. */
  uploaded_to: string | null;
  /** Why no copy was sent though one should have been; null else. */
  upload_error: string | null;
  /** Ed25519 public key of log.key, as base64; null where there is none. */
  public_key: string | null;
  /** Over the RFC 8785 text of all but what is told of the copy, as base64. */
  signature: string | null;
}

export type Unsigned = Omit<Manifest, "public_key" | "signature">;

/** @param seed of log.key; null leaves the manifest unsigned. */
export function signManifest(manifest: Unsigned, seed: Uint8Array | null): Manifest {
  if (seed === null) return { ...manifest, public_key: null, signature: null };
  const public_key = Buffer.from(publicKeyOf(seed)).toString("base64");
  const signature = Buffer.from(signEd25519(seed, signedBytes({ ...manifest, public_key }))).toString(
    "base64",
  );
  return { ...manifest, public_key, signature };
}

/** Whether the manifest is as its key signed it; null where it is unsigned. */
export function isSignedRightly({ signature, ...rest }: Manifest): boolean | null {
  if (signature === null || rest.public_key === null) return null;
  const key = Buffer.from(rest.public_key, "base64");
  return verifyEd25519(key, signedBytes(rest), Buffer.from(signature, "base64"));
}

/** A copy is sent after the signing. */
function signedBytes({
  uploaded_to: _to,
  upload_error: _error,
  ...rest
}: Omit<Manifest, "signature">): Uint8Array {
  return Buffer.from(canonicalJson(rest));
}

/** Writes down where a copy was sent, or why none was. */
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

/** The manifests of a directory, newest first; what is none is passed over. */
export function listManifests(directory: string): Manifest[] {
  if (!existsSync(directory)) return [];
  return (
    readdirSync(directory)
      .filter((name) => /^b-[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}\.json$/.test(name))
      .flatMap((name) => {
        const manifest = readManifest(join(directory, name));
        return manifest === null ? [] : [manifest];
      })
      // Ids of one second differ by chance alone.
      .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1))
  );
}

/** A manifest takes two kilobytes; a longer file is none. */
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
