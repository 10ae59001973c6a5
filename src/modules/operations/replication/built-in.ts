import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { embeddedNames, readEmbedded } from "../../../kit/process/embedded.ts";
import { fileIdentity } from "../../../kit/process/files.ts";
import { BackupError, hashFile } from "../backups/index.ts";

/** The Litestream embedded in this executable, compressed with zstd. */
export interface EmbeddedLitestream {
  version: string;
  /** Of the program, in lower-case hex. */
  sha256: string;
  /** Its name in the executable. */
  name: string;
}

/** Name under which the build embeds Litestream; Bun appends its own hash. */
export function builtInName(version: string, sha256: string): string {
  return `litestream-${version}-${sha256}.embedded`;
}

/** The embedded Litestream; null without one. */
export function findBuiltIn(): EmbeddedLitestream | null {
  for (const name of embeddedNames()) {
    const [, version, sha256] = /^litestream-(\d+\.\d+\.\d+)-([0-9a-f]{64})\b/.exec(name) ?? [];
    if (version !== undefined && sha256 !== undefined) return { version, sha256, name };
  }
  return null;
}

const KEPT = /^litestream-\d/;

/**
 * Writes the embedded Litestream to `directory` unless it is there already, removes earlier versions and returns the
 * path. @throws BackupError if the written file is incomplete
 */
export async function unpackBuiltIn(
  { version, sha256, name: embedded }: EmbeddedLitestream,
  directory: string,
): Promise<string> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = `litestream-${version}-${sha256.slice(0, 12)}`;
  const path = join(directory, name);
  if (!(await isWhole(path, sha256))) {
    const next = join(directory, `.${name}.${process.pid}`);
    try {
      await Bun.write(next, Bun.zstdDecompressSync(readEmbedded(embedded)));
      if (!(await isWhole(next, sha256)))
        throw new BackupError("the built-in Litestream could not be written completely");
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

/** The unpacked file that was last found whole: its hash takes 50 ms, and a promotion needs it ten times. */
let known: string | null = null;

async function isWhole(path: string, sha256: string): Promise<boolean> {
  const identity = fileIdentity(path);
  if (identity === null) return false;
  if (identity === known) return true;
  const isRight = (await hashFile(path)).sha256 === sha256;
  if (isRight) known = identity;
  return isRight;
}
