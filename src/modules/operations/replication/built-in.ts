import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BackupError, hashFile } from "../backups/index.ts";

/** The Litestream that `bun run build --with-litestream` put into this executable. */
export interface BuiltIn {
  version: string;
  /** Lower-case hex. */
  sha256: string;
  bytes: Blob;
}

/** What the build calls the file that it puts in; Bun appends a hash of its own. */
export function builtInName(version: string, sha256: string): string {
  return `litestream-${version}-${sha256}.program`;
}

/** Null where none was built in. */
export function findBuiltIn(): BuiltIn | null {
  for (const bytes of Bun.embeddedFiles) {
    const name = "name" in bytes ? String(bytes.name) : "";
    const [, version, sha256] = /^litestream-(\d+\.\d+\.\d+)-([0-9a-f]{64})\b/.exec(name) ?? [];
    if (version !== undefined && sha256 !== undefined) return { version, sha256, bytes };
  }
  return null;
}

const KEPT = /^litestream-\d/;

/**
 * The path of a file in `directory` that holds it, made where there is none or another; those of earlier builds go.
 * @throws BackupError where what was written is not what was built in.
 */
export async function unpackBuiltIn({ version, sha256, bytes }: BuiltIn, directory: string): Promise<string> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = `litestream-${version}-${sha256.slice(0, 12)}`;
  const path = join(directory, name);
  if (!(await isWhole(path, sha256))) {
    const next = join(directory, `.${name}.${process.pid}`);
    try {
      await Bun.write(next, bytes);
      if (!(await isWhole(next, sha256)))
        throw new BackupError(`the Litestream built in was not written whole`);
      chmodSync(next, 0o700);
      renameSync(next, path);
    } finally {
      rmSync(next, { force: true });
    }
  }
  for (const old of readdirSync(directory).filter((each) => KEPT.test(each) && each !== name))
    rmSync(join(directory, old), { force: true });
  return path;
}

async function isWhole(path: string, sha256: string): Promise<boolean> {
  try {
    return (await hashFile(path)).sha256 === sha256;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
