import { relative, resolve } from "node:path";
import { Glob } from "bun";
import { documentedFailures } from "../../src/http/documented.ts";
import type { Operation } from "../../src/http/operation.ts";

/**
 * Which of the documented statuses the tests have seen. What no test of the whole run ever met is either impossible, and
 * then the document is wrong, or untested.
 */
const seen = new Map<string, Set<number>>();
let all: readonly Operation[] = [];
const filesThatRan = new Set<string>();

/** Called for every answer that a test got from an operation. */
export function noteObserved(operations: readonly Operation[], operation: Operation, status: number): void {
  all = operations;
  const statuses = seen.get(operation.id) ?? new Set();
  seen.set(operation.id, statuses.add(status));
}

/** Called before every test. */
export function noteFile(path: string): void {
  filesThatRan.add(relative(ROOT, path));
}

const ROOT = resolve(import.meta.dir, "../..");

/** Whether every test file had a test that ran: only then a missing status says something. */
export function didWholeSuiteRun(): boolean {
  const files = [...new Glob("test/**/*.test.{ts,tsx}").scanSync(ROOT)];
  return files.every((file) => filesThatRan.has(file));
}

/** The documented statuses that no test met, as `operation: status`. */
export function neverObserved(): string[] {
  return all.flatMap((operation) => {
    const documented = [operation.status, ...documentedFailures(operation).keys()];
    const met = seen.get(operation.id) ?? new Set();
    return documented.filter((status) => !met.has(status)).map((status) => `${operation.id}: ${status}`);
  });
}
