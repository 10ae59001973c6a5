import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a program beside the test's own server, with these variables and none of the test's own but the paths. */
export async function run(
  command: readonly string[],
  options: { cwd?: string; environment?: Record<string, string>; stdin?: string } = {},
): Promise<Ran> {
  const { PATH = "", HOME = tmpdir() } = process.env;
  const child = Bun.spawn([...command], {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.environment },
    stdin: new TextEncoder().encode(options.stdin ?? ""),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** Which of these programs the machine lacks; says so, since what needs them is skipped. */
export function missingPrograms(programs: readonly string[], skipped: string): string[] {
  const missing = programs.filter((program) => Bun.which(program) === null);
  if (missing.length > 0) console.warn(`${skipped} is skipped: no ${missing.join(", ")} on this machine`);
  return missing;
}

/** Calls `work` with an empty folder that is gone afterwards. */
export async function inScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "salute-scratch-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
