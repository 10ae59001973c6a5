import { existsSync, readFileSync } from "node:fs";
import { documentedFailures } from "../../src/http/documented.ts";
import type { Operation } from "../../src/http/operation.ts";

/**
 * Which of the documented statuses the tests have seen. What no test of the whole run ever met is either impossible, and
 * then the document is wrong, or untested.
 */
const seen = new Map<string, Set<number>>();
let all: readonly Operation[] = [];

/** Called for every answer that a test got from an operation. */
export function noteObserved(operations: readonly Operation[], operation: Operation, status: number): void {
  all = operations;
  const statuses = seen.get(operation.id) ?? new Set();
  seen.set(operation.id, statuses.add(status));
}

/** Whether this run was asked for all tests, by a bare `bun test`: only then a status that nobody met says something. */
export function isWholeSuite(): boolean {
  const commandLine = "/proc/self/cmdline";
  if (!existsSync(commandLine)) return false;
  const [, ...words] = readFileSync(commandLine, "utf8").split("\0");
  return /^test( --timeout \d+)?$/.test(words.filter((word) => word !== "").join(" "));
}

/** The documented statuses that no test met, as `operation: status`. */
export function neverObserved(): string[] {
  return all.flatMap((operation) => {
    const failures = [...documentedFailures(operation)].filter(
      // That a parameter may make another path is documented with the operation, though it never gets to it.
      ([, codes]) =>
        codes.map(({ code }) => code).join() !== "not_found" || operation.errors.includes("not_found"),
    );
    const redirect = operation.redirects === undefined ? [] : [302];
    const accepted = operation.accepted === undefined ? [] : [202];
    const documented = [operation.status, ...redirect, ...accepted, ...failures.map(([status]) => status)];
    const met = seen.get(operation.id) ?? new Set();
    return documented.filter((status) => !met.has(status)).map((status) => `${operation.id}: ${status}`);
  });
}
