import type { Tx } from "./sql.ts";
import { WriteUnavailable } from "./write-errors.ts";

/**
 * full: durable when the promise resolves, whatever happens to the machine. lasting: survives the end of the process at
 * any instant, but a power failure may undo it until the next full commit; for what can be done over. acknowledged:
 * full, and confirmed elsewhere too where `confirmWith` asks for that.
 */
export type Durability = "full" | "lasting" | "acknowledged";

export interface Job {
  work: (tx: Tx) => unknown;
  durability: Durability;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

export function failAll(batch: Job[], error: unknown): Outcome[] {
  const unavailable = new WriteUnavailable("the database could not be written", { cause: error });
  return batch.map(() => ({ ok: false, error: unavailable }));
}

export function settle(batch: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [index, job] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome?.ok) job.resolve(outcome.value);
    else job.reject(outcome?.error);
  }
}
