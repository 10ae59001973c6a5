import { existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dir, "../../..");

/**
 * Path of the executable: SALUTE_BINARY if set, otherwise built once per test run with package.json's script.
 * @param directory the run's temporary directory
 */
export function executable(directory = tmpdir()): string {
  const given = process.env.SALUTE_BINARY;
  if (given !== undefined && given !== "") return resolve(ROOT, given);
  const path = join(directory, "salute-binary", "salute");
  if (existsSync(path)) return path;
  // Built to a temporary name first, as another process of the run may be building too.
  const made = `${path}-${process.pid}`;
  build(made, "--without-litestream");
  renameSync(made, path);
  return path;
}

/** Runs the build script. @throws Error with its output if it fails */
export function build(path: string, ...flags: string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const command = [process.execPath, "run", "build", "--outfile", path, ...flags];
  const built = Bun.spawnSync(command, { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  if (built.exitCode !== 0) throw new Error(`the build failed: ${built.stderr.toString()}`);
}
