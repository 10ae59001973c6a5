import { BackupError } from "../backups/index.ts";
import { findBuiltIn, unpackBuiltIn } from "./built-in.ts";
import { MIN_VERSION, versionIn } from "./rules.ts";

/** Which Litestream is to be run, and how. */
export interface Program {
  /** As LITESTREAM_BIN: a path, or a name that PATH knows. Null for the one built in, else `litestream` of PATH. */
  named: string | null;
  /** Where the one built in is unpacked to, and kept. */
  directory: string;
  environment: Record<string, string>;
}

/** Where a Litestream comes from. */
export type Origin = "LITESTREAM_BIN" | "built in" | "PATH";

/** A Litestream that runs here and is not too old. */
export interface Litestream {
  path: string;
  version: string;
  origin: Origin;
  environment: Record<string, string>;
}

export function originOf({ named }: Pick<Program, "named">): Origin {
  if (named !== null) return "LITESTREAM_BIN";
  return findBuiltIn() === null ? "PATH" : "built in";
}

/** Its path, by LITESTREAM_BIN or PATH; null where there is none. */
export function findOnPath({ named, environment }: Pick<Program, "named" | "environment">): string | null {
  return Bun.which(named ?? "litestream", { PATH: environment.PATH ?? "" });
}

/** What the program at a path says of itself; null where it says nothing within two seconds. */
export function versionOf(path: string, environment: Record<string, string>): string | null {
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

/** Finds it, or unpacks it, and asks its version. @throws BackupError where it is missing or too old. */
export async function prepareLitestream(program: Program): Promise<Litestream> {
  const { environment } = program;
  const origin = originOf(program);
  const builtIn = origin === "built in" ? findBuiltIn() : null;
  const path = builtIn === null ? findOnPath(program) : await unpackBuiltIn(builtIn, program.directory);
  if (path === null)
    throw new BackupError(
      `there is no Litestream: ${program.named ?? "litestream"} is not on this machine. Install ${MIN_VERSION} or newer, or set LITESTREAM_BIN`,
    );
  const version = versionIn(await runLitestream({ path, environment }, ["version"]));
  if (version === null || Bun.semver.order(version, MIN_VERSION) < 0)
    throw new BackupError(
      `Litestream ${version ?? "of an unknown version"} can damage a replica: ${MIN_VERSION} or newer is needed`,
    );
  return { path, version, origin, environment };
}

/** What was printed on stdout. @throws BackupError with the last line of what it said, where it fails. */
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
