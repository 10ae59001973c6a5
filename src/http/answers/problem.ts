import { type CatalogEntry, type ErrorRef, toDocumentedCode } from "./catalog.ts";
import type { RefusalReason } from "./refusal-reason.ts";

export interface FieldFault {
  field: string;
  message: string;
}

export interface ProblemOptions {
  details?: readonly FieldFault[];
  /** Further members of the body, such as `balance` or `original`. */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** One of the code's other statuses. */
  status?: number;
  /** For a 403: the reason under which refusals are counted; not shown. */
  reason?: RefusalReason;
}

/** A refusal of a request, the only way to express one. `message` is one sentence that says what to do. */
export class Problem extends Error {
  readonly code: string;
  /** The code's entry. */
  readonly entry: CatalogEntry;
  readonly status: number;

  constructor(
    ref: ErrorRef,
    message: string,
    readonly options: ProblemOptions = {},
  ) {
    super(message);
    const entry = toDocumentedCode(ref);
    this.code = entry.code;
    this.entry = entry;
    this.status = options.status ?? entry.http_status;
  }
}

/** The 404 of a path without an operation. */
export const NOTHING_HERE = new Problem(
  "not_found",
  "Check the path: nothing is at this address. /docs lists what is.",
);

/** The same 404, naming the method and path of the nearest operation. */
export function nothingHereBut(meant: string): Problem {
  return new Problem(
    "not_found",
    `Check the path: nothing is at this address. Did you mean ${meant}? /docs lists what is.`,
  );
}

/** The sentence that a fault makes. */
export function correction({ field, message }: FieldFault): string {
  return `Correct ${field}: it ${message}${message.endsWith("?") ? "" : "."}`;
}

/** A 400 for a body or header that breaks one rule. */
export function invalidPayload(field: string, message: string): Problem {
  return new Problem("invalid_payload", correction({ field, message }), {
    details: [{ field, message }],
  });
}

/** A 400 for a query or path parameter that breaks one rule. */
export function invalidQuery(field: string, message: string): Problem {
  return new Problem("invalid_query", correction({ field, message }), { details: [{ field, message }] });
}
