import { HOUR_MS } from "../../../kit/clock.ts";
import type { PaidWith } from "../rounds/index.ts";

/** The facts that determine how a spin can be paid; amounts in hundredths of a salute. */
export interface PaymentState {
  cost: number;
  freeSpinEveryHours: number | null;
  lastFreeSpinAt: number | null;
  freeSpins: number;
  salutes: number;
}

export type Payment =
  | { paidWith: PaidWith; refusal: null }
  | { paidWith: null; refusal: "cooldown" | "insufficient_balance" | "not_available" };

/** Unix milliseconds of the next timed free spin; null for a wheel without them. */
export function nextFreeAt({ freeSpinEveryHours, lastFreeSpinAt }: PaymentState): number | null {
  if (freeSpinEveryHours === null) return null;
  return lastFreeSpinAt === null ? 0 : lastFreeSpinAt + freeSpinEveryHours * HOUR_MS;
}

/**
 * Chooses the requested payment method, or the first one available of a timed free spin, a free spin from the balance, and
 * salutes. A free wheel with timed free spins accepts no salutes: they would bypass its waiting time.
 */
export function choosePayment(state: PaymentState, requested: PaidWith | null, now: number): Payment {
  const methods: readonly PaidWith[] = requested === null ? ["free", "free_spin", "salutes"] : [requested];
  const paidWith = methods.find((method) => canPayWith(state, method, now));
  if (paidWith !== undefined) return { paidWith, refusal: null };
  return { paidWith: null, refusal: refusalOf(state, requested) };
}

function canPayWith(state: PaymentState, method: PaidWith, now: number): boolean {
  const freeAt = nextFreeAt(state);
  if (method === "free") return freeAt !== null && freeAt <= now;
  if (method === "free_spin") return state.freeSpins > 0;
  return state.cost === 0 ? freeAt === null : state.salutes >= state.cost;
}

function refusalOf(state: PaymentState, requested: PaidWith | null): NonNullable<Payment["refusal"]> {
  const hasTimedFreeSpins = state.freeSpinEveryHours !== null;
  if (requested === "free") return hasTimedFreeSpins ? "cooldown" : "not_available";
  if (requested === "free_spin") return "insufficient_balance";
  if (requested === "salutes") return state.cost === 0 ? "cooldown" : "insufficient_balance";
  return hasTimedFreeSpins ? "cooldown" : "insufficient_balance";
}
