import { chmodSync, copyFileSync, existsSync, linkSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { syncDirectory } from "../../kit/process/files.ts";
import { hashFile } from "../../modules/operations/backups/index.ts";
import { CommandFailed } from "../command.ts";

/** The expected hash of a file: the given one, otherwise its line in the release's SHA256SUMS beside it. */
export function promisedHash(file: string, given: string | undefined): string {
  if (given !== undefined) return given.toLowerCase();
  const sums = join(dirname(file), "SHA256SUMS");
  const lines = existsSync(sums) ? readFileSync(sums, "utf8").split("\n") : [];
  const line = lines.find((each) => each.replace(/^\S+\s+\*?/, "") === basename(file));
  if (line === undefined)
    throw new CommandFailed(
      `No hash for ${basename(file)}: put the release's SHA256SUMS beside it, or give --hash.`,
    );
  return line.split(/\s/)[0] ?? "";
}

/** @throws CommandFailed if the file's bytes differ from the release's */
export async function requireHash(file: string, promised: string): Promise<void> {
  const { sha256 } = await hashFile(file);
  if (sha256 !== promised)
    throw new CommandFailed(`${file} is not the released file: its SHA-256 is ${sha256}, not ${promised}.`);
}

/** The version that an executable reports. @throws CommandFailed if it does not run here, or is not salute */
export function versionOf(program: string): string {
  try {
    const { stdout, exitCode } = Bun.spawnSync([program, "version", "--json"], { stdin: "ignore" });
    const { salute } = JSON.parse(stdout.toString()) as { salute?: unknown };
    if (exitCode === 0 && typeof salute === "string") return salute;
  } catch {
    // Said below.
  }
  throw new CommandFailed(`${program} is not a salute executable for this machine.`);
}

/** Replaces a program by a file atomically, and keeps the old one beside it. Returns the old one's path. */
export function swapProgram(file: string, program: string): string {
  const next = join(dirname(program), `.${basename(program)}.next`);
  const previous = `${program}.previous`;
  copyFileSync(file, next);
  chmodSync(next, 0o755);
  rmSync(previous, { force: true });
  linkSync(program, previous);
  renameSync(next, program);
  syncDirectory(dirname(program));
  return previous;
}

/** Restores the old program. */
export function swapBack(previous: string, program: string): void {
  renameSync(previous, program);
  syncDirectory(dirname(program));
}
