import { fileIdentity } from "../../../kit/process/files.ts";
import { BackupError } from "../backups/index.ts";
import { findBuiltIn, unpackBuiltIn } from "./built-in.ts";
import { MIN_VERSION, versionIn } from "./rules.ts";

/** Selects the Litestream executable, and how to run it. */
export interface Program {
  /** LITESTREAM_BIN: a path, or a name in PATH. Null selects the built-in one or else `litestream` in PATH. */
  named: string | null;
  /** Directory to which the built-in one is unpacked. */
  directory: string;
  environment: Record<string, string>;
}

/** Source of a Litestream executable. */
export const ORIGINS = ["LITESTREAM_BIN", "built in", "PATH"] as const;
export type Origin = (typeof ORIGINS)[number];

/** A usable Litestream executable. */
export interface Litestream {
  path: string;
  version: string;
  origin: Origin;
  environment: Record<string, string>;
}

export function resolveOrigin({ named }: Pick<Program, "named">): Origin {
  if (named !== null) return "LITESTREAM_BIN";
  return findBuiltIn() === null ? "PATH" : "built in";
}

/** Path of the executable, by LITESTREAM_BIN or PATH; null if not found. */
export function findOnPath({ named, environment }: Pick<Program, "named" | "environment">): string | null {
  return Bun.which(named ?? "litestream", { PATH: environment.PATH ?? "" });
}

/** Version that an executable reports; null if it does not answer within two seconds. */
export function detectVersion(path: string, environment: Record<string, string>): string | null {
  try {
    const { stdout } = Bun.spawnSync([path, "version"], {
      env: environment,
      timeout: 2_000,
      stderr: "ignore",
    });
    return versionIn(stdout.toString());
  } catch {
    return null;
  }
}

/** Finds or unpacks Litestream and checks its version. @throws BackupError if it is missing or too old */
export async function prepareLitestream(program: Program): Promise<Litestream> {
  const { environment } = program;
  const origin = resolveOrigin(program);
  const builtIn = origin === "built in" ? findBuiltIn() : null;
  const path = builtIn === null ? findOnPath(program) : await unpackBuiltIn(builtIn, program.directory);
  if (path === null)
    throw new BackupError(
      `there is no Litestream: ${program.named ?? "litestream"} was not found on this machine. Install ${MIN_VERSION} or newer, or set LITESTREAM_BIN`,
    );
  const version = await readVersion(path, environment);
  if (version === null || Bun.semver.order(version, MIN_VERSION) < 0)
    throw new BackupError(
      `Litestream ${version ?? "of an unknown version"} can damage a replica: ${MIN_VERSION} or newer is needed`,
    );
  return { path, version, origin, environment };
}

/** The file whose version was last asked for, and its answer. */
let asked: { file: string | null; version: string | null } = { file: null, version: null };

/** @throws BackupError if it does not run */
async function readVersion(path: string, environment: Record<string, string>): Promise<string | null> {
  const file = fileIdentity(path);
  if (file === null || file !== asked.file)
    asked = { file, version: versionIn(await runLitestream({ path, environment }, ["version"])) };
  return asked.version;
}

/** Runs Litestream and returns its standard output. @throws BackupError with its last line of output if it fails */
export async function runLitestream(
  { path, environment }: Pick<Litestream, "path" | "environment">,
  args: readonly string[],
): Promise<string> {
  const child = Bun.spawn([path, ...args], { env: environment, stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new BackupError(`Litestream: ${lastLine(err) || lastLine(out) || `exit ${code}`}`);
  return out;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
