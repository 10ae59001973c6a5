import { BackupError } from "../backups/index.ts";
import { MIN_VERSION, versionIn } from "./rules.ts";

/** Litestream's own program: a path, or a name that PATH knows. */
export interface Program {
  path: string;
  environment: Record<string, string>;
}

/** What was printed on stdout. @throws BackupError with the last line of what it said, where it fails. */
export async function runProgram({ path, environment }: Program, args: readonly string[]): Promise<string> {
  const found = Bun.which(path, { PATH: environment.PATH ?? "" });
  if (found === null)
    throw new BackupError(
      `there is no Litestream: ${path} is not on this machine. Install ${MIN_VERSION} or newer, or set LITESTREAM_BIN`,
    );
  const child = Bun.spawn([found, ...args], { env: environment, stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new BackupError(`Litestream: ${lastLine(err) || lastLine(out) || `exit ${code}`}`);
  return out;
}

/** @throws BackupError where it is missing or too old. */
export async function requireVersion(program: Program): Promise<string> {
  const version = versionIn(await runProgram(program, ["version"]));
  if (version === null || Bun.semver.order(version, MIN_VERSION) < 0)
    throw new BackupError(
      `Litestream ${version ?? "of an unknown version"} can damage a replica: ${MIN_VERSION} or newer is needed`,
    );
  return version;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
