import type { TSchema } from "@sinclair/typebox";
import {
  acceptedShape,
  documentedFailures,
  failureShape,
  successShape,
} from "../../../src/http/documented.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { createValidator, type Validator } from "../../../src/http/schema/validate.ts";
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
    const faults = shape === null ? null : validatorOf(operation, shape).faults(json);
    if (faults !== null) throw new Error(`${where}: ${JSON.stringify(faults)} in ${JSON.stringify(json)}`);
    return;
  }
  const codes = documentedFailures(operation).get(status) ?? [];
  const code = (json as { error: string }).error;
  if (!codes.some((each) => each.code === code))
    throw new Error(`${where} with ${code}, which is not documented`);
  const faults = validatorOf(operation, failureShape(codes)).faults(json);
  if (faults !== null) throw new Error(`${where}: ${JSON.stringify(faults)}`);
}

/** Compiling takes longer than most requests, and every world of a process documents the same shapes. */
const validators = new Map<string, Validator>();

/** By operation, too: JSON leaves out the kinds that TypeBox checks, in which equal texts of two operations may differ. */
function validatorOf({ id }: Operation, shape: TSchema): Validator {
  const key = `${id} ${JSON.stringify(shape)}`;
  const validator = validators.get(key) ?? createValidator(shape);
  validators.set(key, validator);
  return validator;
}

/** A path template in segments. */
interface Template {
  segments: string[];
  parameters: number;
  operation: Operation;
}

/** By list of operations; then by method and number of segments, those with few parameters first. */
const indexes = new WeakMap<readonly Operation[], Map<string, Template[]>>();

/** The operation for a method and target; fixed segments take precedence over parameters. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  target: string,
): Operation | null {
  const segments = (target.split("?")[0] ?? "").split("/");
  const index = indexes.get(operations) ?? indexOf(operations);
  indexes.set(operations, index);
  const candidates = index.get(`${method === "HEAD" ? "GET" : method} ${segments.length}`) ?? [];
  return candidates.find((each) => matches(each.segments, segments))?.operation ?? null;
}

function indexOf(operations: readonly Operation[]): Map<string, Template[]> {
  const templates = operations.flatMap((operation) =>
    [operation.path, ...(operation.aliases ?? [])].map((path): Template => {
      const segments = path.split("/");
      return { segments, parameters: segments.filter(isParameter).length, operation };
    }),
  );
  templates.sort((a, b) => a.parameters - b.parameters);
  return Map.groupBy(templates, ({ operation, segments }) => `${operation.method} ${segments.length}`);
}

function matches(template: readonly string[], path: readonly string[]): boolean {
  return template.every((part, index) => part === path[index] || isParameter(part));
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}
