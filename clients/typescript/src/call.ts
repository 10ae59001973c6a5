/** One call of the API, however many requests it takes. */
export interface SaluteCall {
  method: string;
  /** Path and query. */
  target: string;
  /** Names the intent of a change: send it again under this key only, a new key acts again. Null for reads. */
  idempotencyKey: string | null;
  /** Requests sent so far. */
  attempts: number;
}

/** For example `POST /api/salutes/credit, Idempotency-Key quest-1`. */
export function describeCall({ method, target, idempotencyKey }: SaluteCall): string {
  return `${method} ${target}${idempotencyKey === null ? "" : `, Idempotency-Key ${idempotencyKey}`}`;
}
