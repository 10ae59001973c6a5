import { Problem } from "../../../http/answers/problem.ts";
import type { Operation } from "../../../http/operation.ts";
import { DEPRECATION_ERRORS } from "./errors.ts";
import { headersOf, statusOf } from "./rules.ts";
import type { Deprecation } from "./schedule.ts";
import { requireKnownEndpoints } from "./schedule.ts";

/** The one schedule of what is withdrawn: documents, headers, refusals and reminders all follow from it. */
export class Deprecations {
  constructor(
    /** By sunset, the next one first. */
    readonly entries: readonly Deprecation[],
    readonly baseUrl: () => string,
  ) {}

  find(id: string): Deprecation | null {
    return this.entries.find((entry) => entry.id === id) ?? null;
  }

  /** What withdraws an operation: of several entries, the one whose sunset comes first. */
  of({ method, path }: Pick<Operation, "method" | "path">): Deprecation | null {
    return (
      this.entries.find(({ endpoints }) =>
        endpoints.some((each) => each.method === method && each.path === path),
      ) ?? null
    );
  }

  /**
   * The operations, with an ending where one is scheduled.
   * @throws ScheduleError for an entry whose endpoint none of them is
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
      headers: (now) => headersOf(entry, baseUrl(), now),
      refusal: (now) => (statusOf(entry, now) === "sunset" ? goneProblem(entry) : null),
    },
  };
}

function goneProblem({ id, replacement }: Deprecation): Problem {
  const advice = replacement === null ? "nothing takes its place" : `call ${replacement}`;
  return new Problem(DEPRECATION_ERRORS.endpoint_sunset, `This endpoint was withdrawn: ${advice}.`, {
    extra: { replacement, deprecation: id },
  });
}
