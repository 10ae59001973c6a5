import { AsyncLocalStorage } from "node:async_hooks";

/** A condition that must still hold when a request's first change is committed, and whether it was checked. */
interface Precondition {
  require: () => void;
  isMet: boolean;
}

const current = new AsyncLocalStorage<Precondition>();

/**
 * Runs work whose first change is committed only if `require`, called in the transaction, does not throw; the change's
 * promise rejects with its error. Applies to the first change only, so that work is never left half done.
 */
export function withPrecondition<Value>(require: () => void, work: () => Value): Value {
  return current.run({ require, isMet: false }, work);
}

/** The precondition of the current asynchronous context; null if it has none. */
export function currentPrecondition(): Precondition | null {
  return current.getStore() ?? null;
}

/** Checks a precondition once. @throws the condition's own error */
export function requireMet(precondition: Precondition | null): void {
  if (precondition === null || precondition.isMet) return;
  precondition.require();
  precondition.isMet = true;
}
