import type { DocumentedCode } from "../../../src/http/answers/catalog.ts";
import {
  acceptedShape,
  documentedFailures,
  failureShape,
  successShape,
} from "../../../src/http/documented.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { createValidator, type Validator } from "../../../src/http/schema/validate.ts";
import { remembered, rememberedFor } from "../../../src/kit/remembered.ts";
import { noteObserved } from "./observed-statuses.ts";

/** Statuses of paths rather than operations: unknown path, method not allowed. */
const PATH_STATUSES = [404, 405];

/**
 * Checks an answer against the OpenAPI document: the status must be documented, a success must have exactly the
 * documented members, a failure the documented error format with a code of that status. Applied to every test request.
 */
export function checkDocumented(
  operations: readonly Operation[],
  method: string,
  target: string,
  status: number,
  json: unknown,
): void {
  const operation = findOperation(operations, method, target);
  if (operation === null) {
    if (!PATH_STATUSES.includes(status))
      throw new Error(`${method} ${target} is not mounted, but answered ${status}`);
    return;
  }
  noteObserved(operations, operation, status);
  const where = `${operation.id} answered ${status}`;
  if (status === 304) {
    if (operation.validators !== true) throw new Error(`${where}, which is not documented`);
    return;
  }
  if (json === null) return;
  if (status === operation.status || (status === 202 && operation.accepted !== undefined)) {
    const shape = status === 202 ? acceptedShape(operation) : successShape(operation);
    const faults = shape === null ? null : createValidator(shape).faults(json);
    if (faults !== null) throw new Error(`${where}: ${JSON.stringify(faults)} in ${JSON.stringify(json)}`);
    return;
  }
  const codes = documentedFailures(operation).get(status) ?? [];
  const code = (json as { error: string }).error;
  if (!codes.some((each) => each.code === code))
    throw new Error(`${where} with ${code}, which is not documented`);
  const faults = failureValidator(operation, codes).faults(json);
  if (faults !== null) throw new Error(`${where}: ${JSON.stringify(faults)}`);
}

/** By operation and codes, since every world of a process documents the same. Compiling takes longer than most requests. */
const failureValidators = new Map<string, Validator>();

function failureValidator({ id }: Operation, codes: readonly DocumentedCode[]): Validator {
  const key = `${id} ${codes.map(({ code }) => code).join(" ")}`;
  const validator = failureValidators.get(key) ?? createValidator(failureShape(codes));
  failureValidators.set(key, validator);
  return validator;
}

/** The operation for a method and target; fixed segments take precedence over parameters. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  target: string,
): Operation | null {
  const segments = (target.split("?")[0] ?? "").split("/");
  const wanted = method === "HEAD" ? "GET" : method;
  let best: { operation: Operation; parameters: number } | null = null;
  for (const operation of operations) {
    if (operation.method !== wanted) continue;
    for (const path of pathsOf(operation)) {
      const template = segmentsOf(path);
      if (!matches(template, segments)) continue;
      const parameters = template.filter(isParameter).length;
      if (best === null || parameters < best.parameters) best = { operation, parameters };
    }
  }
  return best?.operation ?? null;
}

const pathsOf = rememberedFor(({ path, aliases = [] }: Operation) => [path, ...aliases]);
const segmentsOf = remembered(10_000, (path: string) => path.split("/"));

function matches(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, index) => part === path[index] || isParameter(part))
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}
