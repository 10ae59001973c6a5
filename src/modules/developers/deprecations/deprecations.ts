import { Problem } from "../../../http/answers/problem.ts";
import type { Operation } from "../../../http/operation.ts";
import { DEPRECATION_ERRORS } from "./errors.ts";
import { buildHeaders, deriveStatus } from "./rules.ts";
import type { Deprecation } from "./schedule.ts";
import { requireKnownEndpoints } from "./schedule.ts";

/** The schedule of deprecations, the only source of documents, headers, refusals and reminders. */
export class Deprecations {
  constructor(
    /** By sunset, earliest first. */
    readonly entries: readonly Deprecation[],
    readonly baseUrl: () => string,
  ) {}

  find(id: string): Deprecation | null {
    return this.entries.find((entry) => entry.id === id) ?? null;
  }

  /** Deprecation of an operation, the one with the earliest sunset; null without one. */
  of({ method, path }: Pick<Operation, "method" | "path">): Deprecation | null {
    return (
      this.entries.find(({ endpoints }) =>
        endpoints.some((each) => each.method === method && each.path === path),
      ) ?? null
    );
  }

  /**
   * Adds headers and refusals to the deprecated operations. @throws ScheduleError if an entry names an unknown endpoint
   */
  applyTo(operations: readonly Operation[]): Operation[] {
    requireKnownEndpoints(this.entries, operations);
    return operations.map((operation) => {
      const entry = this.of(operation);
      return entry === null ? operation : withEnding(operation, entry, this.baseUrl);
    });
  }
}

function withEnding(operation: Operation, entry: Deprecation, baseUrl: () => string): Operation {
  return {
    ...operation,
    errors: [...operation.errors, DEPRECATION_ERRORS.endpoint_sunset],
    ending: {
      headers: (now) => buildHeaders(entry, baseUrl(), now),
      refusal: (now) => (deriveStatus(entry, now) === "sunset" ? goneProblem(entry) : null),
    },
  };
}

function goneProblem({ id, replacement }: Deprecation): Problem {
  const advice = replacement === null ? "it has no replacement" : `call ${replacement}`;
  return new Problem(DEPRECATION_ERRORS.endpoint_sunset, `This endpoint was withdrawn: ${advice}.`, {
    extra: { replacement, deprecation: id },
  });
}
