import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ProgramResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a program with these variables and, of the test's own, only the paths. */
export async function run(
  command: readonly string[],
  options: { cwd?: string; environment?: Record<string, string>; stdin?: string } = {},
): Promise<ProgramResult> {
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

/** The programs that are not installed; warns that `skipped` is skipped if any is missing. */
export function missingPrograms(programs: readonly string[], skipped: string): string[] {
  const missing = programs.filter((program) => Bun.which(program) === null);
  if (missing.length > 0) console.warn(`${skipped} is skipped: no ${missing.join(", ")} on this machine`);
  return missing;
}

/** Calls `work` with an empty directory, which is removed afterwards. */
export async function inScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "salute-scratch-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
