import { describeCall, type SaluteCall } from "./call.ts";
import type { SaluteResponse } from "./response.ts";

/** One fault of a request that was refused with 400. */
export interface FieldFault {
  field: string;
  message: string;
}

/** Content of a refusal. */
export interface Refusal {
  /** The code to branch on, such as `insufficient_balance`. */
  code: string;
  message: string;
  /** Names the request in the server's log. */
  requestId: string;
  details: readonly FieldFault[];
  retryClass: string | null;
  /** The whole body of the response. */
  body: Readonly<Record<string, unknown>>;
}

/** A call failed. To try again later, repeat it with the same `idempotencyKey`: a new key acts again. */
export class SaluteCallError extends Error implements SaluteCall {
  readonly method: string;
  readonly target: string;
  readonly idempotencyKey: string | null;
  readonly attempts: number;

  constructor(message: string, call: SaluteCall, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.method = call.method;
    this.target = call.target;
    this.idempotencyKey = call.idempotencyKey;
    this.attempts = call.attempts;
  }
}

/** The service refused a request. Every code has its own class. */
export class SaluteError extends SaluteCallError {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: readonly FieldFault[];
  readonly retryClass: string | null;
  /** Seconds; null if the response names none. */
  readonly retryAfter: number | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly response: SaluteResponse;

  constructor(refusal: Refusal, response: SaluteResponse) {
    const request = refusal.requestId === "" ? "" : `, request ${refusal.requestId}`;
    super(`${refusal.code}: ${refusal.message} (${describeCall(response)}${request})`, response);
    this.status = response.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.details = refusal.details;
    this.retryClass = refusal.retryClass;
    this.retryAfter = response.retryAfter;
    this.body = refusal.body;
    this.response = response;
  }
}

/** A proxy or load balancer answered in place of salute, usually with an HTML page. */
export class SaluteProxyError extends SaluteError {}

/** No response arrived; `cause` says why. A change may have been made all the same. */
export class SaluteConnectionError extends SaluteCallError {
  constructor(call: SaluteCall, cause: unknown) {
    super(`no response to ${describeCall(call)}: ${innermost(cause)}`, call, { cause });
  }
}

/** The caller's signal ended the call; `cause` is its reason. A change may have been made all the same. */
export class SaluteAbortError extends SaluteCallError {
  constructor(call: SaluteCall, cause: unknown) {
    super(`aborted: ${describeCall(call)}`, call, { cause });
    this.name = "AbortError";
  }
}

/** Node's fetch names the reason only in the cause of its error. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : innermost(error.cause);
}
