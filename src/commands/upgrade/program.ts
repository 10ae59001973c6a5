import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import { syncDirectory } from "../../kit/process/files.ts";
import { hashFile } from "../../modules/operations/backups/index.ts";
import { CommandFailed } from "../command.ts";

/**
 * Copies a release's executable, or the archive that contains it, beside the program that it will replace, and returns the
 * path of the copied executable if the file's bytes are the promised ones. What is checked, run and installed is this copy, which nobody else can exchange meanwhile.
 * @throws CommandFailed if the bytes differ
 */
export async function stageProgram(file: string, program: string, promised: string): Promise<string> {
  const staged = join(dirname(program), `.${basename(program)}.next`);
  discardStaged(staged);
  copyFileSync(file, staged, constants.COPYFILE_EXCL);
  chmodSync(staged, 0o700);
  const { sha256 } = await hashFile(staged);
  if (sha256 === promised) {
    if (isArchive(file)) await unpackProgram(staged);
    return staged;
  }
  discardStaged(staged);
  throw new CommandFailed(`${file} is not the released file: its SHA-256 is ${sha256}, not ${promised}.`);
}

export function discardStaged(staged: string): void {
  rmSync(staged, { force: true });
}

const VERSION = checkedJson("The version", Type.Object({ salute: Type.String() }));

/**
 * The version that an executable reports.
 * @param name of the executable, in messages
 * @throws CommandFailed if it does not run here, or is not salute
 */
export function requireVersion(program: string, name: string): string {
  try {
    const { stdout, exitCode } = Bun.spawnSync([program, "version", "--json"], { stdin: "ignore" });
    const { salute } = VERSION.read(stdout.toString());
    if (exitCode === 0) return salute;
  } catch {
    // Said below.
  }
  throw new CommandFailed(`${name} is not a salute executable for this machine.`);
}

/** Replaces a program by its staged successor atomically, and keeps the old one beside it. Returns the old one's path. */
export function swapProgram(staged: string, program: string): string {
  const previous = `${program}.previous`;
  chmodSync(staged, 0o755);
  rmSync(previous, { force: true });
  linkSync(program, previous);
  renameSync(staged, program);
  syncDirectory(dirname(program));
  return previous;
}

/** Restores the old program. */
export function swapBack(previous: string, program: string): void {
  renameSync(previous, program);
  syncDirectory(dirname(program));
}

/** Whether a release's file is an archive that contains the executable. */
function isArchive(file: string): boolean {
  return file.endsWith(".tar.zst");
}

/**
 * Replaces an archive by the executable in it.
 * @param path of the archive, already checked
 * @throws CommandFailed if there is none
 */
async function unpackProgram(path: string): Promise<void> {
  const { extract } = await import("tar-stream");
  const unpacked = extract();
  unpacked.end(Bun.zstdDecompressSync(readFileSync(path)));
  for await (const entry of unpacked) {
    if (/^salute(\.exe)?$/.test(basename(entry.header.name)) && entry.header.type === "file") {
      writeFileSync(path, await buffer(entry));
      return;
    }
    entry.resume();
  }
  throw new CommandFailed("The archive contains no salute.");
}
