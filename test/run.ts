import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { neverObserved } from "./harness/checks/observed-statuses.ts";
import { executable } from "./harness/processes/build.ts";

/**
 * `bun run test [--one] [FILES]`: runs all tests with one process per core, at most four, and beside them those that mostly
 * wait for leases, replicas, pages and programs. A file with a failure is retried once by itself; tests that pass only then are listed.
 * `--one` runs all in one process, without a retry.
 */

const MOST_PROCESSES = 4;
/** These wait, for leases, replicas, pages and other programs, while the machine has less to do. */
const WAITING = new RegExp(
  `^test/(${[
    "binary/",
    "browser/",
    "commands/(check-stops|restart|upgrade)\\.",
    "commands/second-machine/",
    "contract/(openapi-tools|schemathesis)\\.",
    "kit/name-resolver\\.",
    "modules/operations/(auto-promotion|health|lease|promotion|replication|standby)/",
    "modules/platform/master-key/",
    "upgrades/",
  ].join("|")})`,
);
const WAITING_PROCESSES = 3;
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
  /** The runner's report, if it was not shown as it came. */
  report: string;
  seconds: number;
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
  const first = isSingle || files.length > 0 ? await run(files) : await runInParallel();
  const second = canTryAgain(first) ? await run([...first.failing.keys()]) : null;
  const last = second ?? first;
  if (second !== null && second.code === 0)
    for (const [file, names] of first.failing)
      console.log(`Passed only on retry: ${file}: ${names.join("; ")}`);
  const missing = files.length === 0 ? neverObserved(scratch) : [];
  if (missing.length > 0) console.error(`documented, but met by no test:\n  ${missing.join("\n  ")}`);
  const failed = last.code === 0 ? missing.length : Math.max(last.failed, 1);
  const recovered = second === null ? 0 : first.failed - second.failed;
  console.log(`${first.passed + recovered} passed, ${failed} failed, ${first.skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

async function runInParallel(): Promise<Run> {
  const all = [...new Glob("test/**/*.test.{ts,tsx}").scanSync()].sort();
  const processes = Math.min(availableParallelism(), MOST_PROCESSES);
  executable(scratch);
  const runs = await Promise.all([
    run([...inProcesses(WAITING_PROCESSES), ...all.filter((file) => WAITING.test(file))], "later"),
    run([...inProcesses(processes), ...all.filter((file) => !WAITING.test(file))]),
  ]);
  for (const { report } of runs) process.stderr.write(report);
  const [waiting, others] = runs.map(({ seconds }) => seconds);
  console.log(`tests that wait took ${waiting} s, and beside them the others ${others} s`);
  const sum = (count: (each: Run) => number) => runs.reduce((total, each) => total + count(each), 0);
  return {
    code: Math.max(...runs.map(({ code }) => code)),
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    failing: new Map(runs.flatMap(({ failing }) => [...failing])),
    report: "",
    seconds: Math.max(...runs.map(({ seconds }) => seconds)),
  };
}

function inProcesses(count: number): string[] {
  return [`--parallel=${count}`, "--no-isolate"];
}

function canTryAgain({ code, failing }: Run): boolean {
  return code !== 0 && !isSingle && failing.size > 0 && failing.size <= MOST_SECOND_TRIES;
}

async function run(words: readonly string[], shown: "now" | "later" = "now"): Promise<Run> {
  const child = Bun.spawn([process.execPath, "test", "--timeout", "60000", ...words], {
    stdin: "inherit",
    stdout: "inherit",
    stderr: "pipe",
    env: { ...process.env, SALUTE_TEST_RUN: scratch, SALUTE_TEST_DISK: tmpdir() },
  });
  const result: Run = {
    code: 0,
    passed: 0,
    failed: 0,
    skipped: 0,
    failing: new Map(),
    report: "",
    seconds: 0,
  };
  const began = performance.now();
  let [file, rest] = ["", ""];
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    const text = decoder.decode(chunk, { stream: true });
    if (shown === "now") process.stderr.write(text);
    else result.report += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) file = take(result, file, line);
  }
  result.code = await child.exited;
  result.seconds = Math.round((performance.now() - began) / 1000);
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
