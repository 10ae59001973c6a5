import {
  acceptedShape,
  documentedFailures,
  failureShape,
  successShape,
} from "../../../src/http/documented.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { createValidator } from "../../../src/http/schema/validate.ts";
import { noteObserved } from "./observed-statuses.ts";

/** Statuses of paths rather than operations: unknown path, method not allowed. */
const PATH_STATUSES = [404, 405];

/**
 * Checks an answer against the OpenAPI document: the status must be documented, a success must have exactly the
 * documented members, a failure the documented error format with a code of that status. Applied to every test request.
 */
export function checkDocumented(
  operations: Operation[],
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
  const faults = createValidator(failureShape(codes)).faults(json);
  if (faults !== null) throw new Error(`${where}: ${JSON.stringify(faults)}`);
}

/** The operation for a method and target; fixed segments take precedence over parameters. */
export function findOperation(operations: Operation[], method: string, target: string): Operation | null {
  const path = target.split("?")[0] ?? "";
  const asked = method === "HEAD" ? "GET" : method;
  const candidates = operations.filter(
    (each) =>
      each.method === asked &&
      [each.path, ...(each.aliases ?? [])].some((template) => matches(template, path)),
  );
  return candidates.sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0] ?? null;
}

function matches(template: string, path: string): boolean {
  const [left, right] = [template.split("/"), path.split("/")];
  return (
    left.length === right.length && left.every((part, index) => part.startsWith("{") || part === right[index])
  );
}
