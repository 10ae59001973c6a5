import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentedFailures } from "../../../src/http/documented.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { RUN_DIRECTORY } from "../processes/run-directory.ts";

/**
 * Records the documented statuses that tests have received. A status that no test of a whole run received is either
 * impossible, and the document is wrong, or untested. The processes of a run write lines of `operation status`.
 */
const seen = new Set<string>();
let hasListed = false;

const MET = "met.txt";
const DOCUMENTED = "documented.txt";

/** Called for every answer of an operation. */
export function noteObserved(operations: readonly Operation[], operation: Operation, status: number): void {
  if (RUN_DIRECTORY === null) return;
  if (!hasListed) append(RUN_DIRECTORY, DOCUMENTED, operations.flatMap(documentedOf));
  hasListed = true;
  const met = `${operation.id} ${status}`;
  if (seen.has(met)) return;
  seen.add(met);
  append(RUN_DIRECTORY, MET, [met]);
}

/** Documented statuses that no test of a whole run received, as `operation status`. */
export function neverObserved(directory: string): string[] {
  const met = linesOf(directory, MET);
  return [...linesOf(directory, DOCUMENTED)].filter((each) => !met.has(each)).sort();
}

function documentedOf(operation: Operation): string[] {
  const failures = [...documentedFailures(operation)].filter(
    // Documented for parameters that change the path, but then the operation is not reached.
    ([, codes]) =>
      codes.map(({ code }) => code).join() !== "not_found" || operation.errors.includes("not_found"),
  );
  const redirect = operation.redirects === undefined ? [] : [302];
  const accepted = operation.accepted === undefined ? [] : [202];
  const documented = [operation.status, ...redirect, ...accepted, ...failures.map(([status]) => status)];
  return documented.map((status) => `${operation.id} ${status}`);
}

function append(directory: string, name: string, lines: readonly string[]): void {
  appendFileSync(join(directory, name), `${lines.join("\n")}\n`);
}

function linesOf(directory: string, name: string): Set<string> {
  const path = join(directory, name);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return new Set(lines.filter((line) => line !== ""));
}
