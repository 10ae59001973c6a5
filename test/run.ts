import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { neverObserved } from "./harness/checks/observed-statuses.ts";

/**
 * `bun run test [--one] [FILES]`: runs all tests in one process more than there are cores, at most four, as many tests
 * wait for other processes. A file with a failure is retried once by itself; tests that pass only then are listed.
 * `--one` runs all in one process, without a retry.
 */

const MOST_PROCESSES = 4;
/** No retry if more files than this fail. */
const MOST_SECOND_TRIES = 8;

const FILE = /^(test\/\S+\.tsx?):$/;
/** Start of the summary, which repeats test names. */
const SUMMARY = /^\d+ tests? (failed|skipped|todo)/;
const COUNT = /^ *(\d+) (pass|fail|skip)$/;

const GIGABYTE = 2 ** 30;
const MEMORY_DISK = "/dev/shm";

const scratch = mkdtempSync(join(scratchParent(), "salute-tests-"));
const args = process.argv.slice(2);
const isSingle = args.includes("--one");
const files = args.filter((each) => each !== "--one");

interface Run {
  code: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Files with a failed test, or that failed to load. */
  failing: Map<string, string[]>;
}

try {
  process.exitCode = await runAll();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** In memory if there is room: tests make thousands of files, and none can see whether the disk was flushed. */
function scratchParent(): string {
  if (totalmem() < 8 * GIGABYTE) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize < 4 * GIGABYTE ? tmpdir() : MEMORY_DISK;
  } catch {
    return tmpdir();
  }
}

async function runAll(): Promise<number> {
  const processes = isSingle ? 1 : Math.min(availableParallelism() + 1, MOST_PROCESSES);
  const first = await run([...(processes > 1 ? [`--parallel=${processes}`, "--no-isolate"] : []), ...files]);
  const second = canTryAgain(first) ? await run([...first.failing.keys()]) : null;
  const last = second ?? first;
  if (second !== null && second.code === 0)
    for (const [file, names] of first.failing)
      console.log(`Passed only on retry: ${file}: ${names.join("; ")}`);
  const missing = last.code === 0 && files.length === 0 ? neverObserved(scratch) : [];
  if (missing.length > 0) console.error(`documented, but met by no test:\n  ${missing.join("\n  ")}`);
  const failed = last.code === 0 ? missing.length : Math.max(last.failed, 1);
  const recovered = second === null ? 0 : first.failed - second.failed;
  console.log(`${first.passed + recovered} passed, ${failed} failed, ${first.skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

function canTryAgain({ code, failing }: Run): boolean {
  return code !== 0 && !isSingle && failing.size > 0 && failing.size <= MOST_SECOND_TRIES;
}

async function run(words: readonly string[]): Promise<Run> {
  const child = Bun.spawn([process.execPath, "test", "--timeout", "60000", ...words], {
    stdin: "inherit",
    stdout: "inherit",
    stderr: "pipe",
    env: { ...process.env, SALUTE_TEST_RUN: scratch, SALUTE_TEST_DISK: tmpdir() },
  });
  const result: Run = { code: 0, passed: 0, failed: 0, skipped: 0, failing: new Map() };
  let [file, rest] = ["", ""];
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) file = take(result, file, line);
  }
  result.code = await child.exited;
  return result;
}

/** Parses a line of the runner's report. @returns the file of the next line */
function take(result: Run, file: string, line: string): string {
  const plain = Bun.stripANSI(line);
  const [, opened] = FILE.exec(plain) ?? [];
  if (opened !== undefined) return opened;
  if (SUMMARY.test(plain)) return "";
  const isFailure = plain.startsWith("(fail)") || plain.startsWith("# Unhandled error");
  if (isFailure && file !== "") {
    const names = result.failing.get(file) ?? [];
    result.failing.set(file, [...names, plain.replace(/^\(fail\) | \[[\d.]+m?s\]$/g, "")]);
  }
  const [, number, what] = COUNT.exec(plain) ?? [];
  if (what === "pass") result.passed = Number(number);
  if (what === "fail") result.failed = Number(number);
  if (what === "skip") result.skipped = Number(number);
  return file;
}
