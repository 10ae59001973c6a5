/** One fault of a request that was refused with 400. */
export interface FieldFault {
  field: string;
  message: string;
}

/** What a refusal says. */
export interface Refusal {
  status: number;
  /** The code to branch on, such as `insufficient_balance`. */
  code: string;
  message: string;
  /** Names the request in the server's log. */
  requestId: string;
  details: readonly FieldFault[];
  retryClass: string | null;
  /** Seconds, where the answer named them. */
  retryAfter: number | null;
  /** The whole body of the answer. */
  body: Readonly<Record<string, unknown>>;
}

/** The service refused a request. Every code has a class of its own. */
export class SaluteError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: readonly FieldFault[];
  readonly retryClass: string | null;
  readonly retryAfter: number | null;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.message} (${refusal.requestId})`);
    this.name = new.target.name;
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.details = refusal.details;
    this.retryClass = refusal.retryClass;
    this.retryAfter = refusal.retryAfter;
    this.body = refusal.body;
  }
}

/** No answer arrived, however often it was tried; `cause` says why. */
export class SaluteConnectionError extends Error {
  override readonly name = "SaluteConnectionError";
}
