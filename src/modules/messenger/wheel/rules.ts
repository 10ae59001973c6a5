import { HOUR_MS } from "../../../kit/clock.ts";
import type { PaidWith } from "../rounds/index.ts";

/** What decides how a spin is paid; amounts in hundredths. */
export interface Purse {
  cost: number;
  freeSpinEveryHours: number | null;
  lastFreeSpinAt: number | null;
  freeSpins: number;
  salutes: number;
}

export type Payment =
  | { paidWith: PaidWith; refusal: null }
  | { paidWith: null; refusal: "cooldown" | "insufficient_balance" | "not_available" };

/** Unix milliseconds from which a spin is free; null where none is free by time. */
export function nextFreeAt({ freeSpinEveryHours, lastFreeSpinAt }: Purse): number | null {
  if (freeSpinEveryHours === null) return null;
  return lastFreeSpinAt === null ? 0 : lastFreeSpinAt + freeSpinEveryHours * HOUR_MS;
}

/**
 * How a spin is paid: as asked, or by the first way that works: free by time, a free spin, salutes. A wheel that costs
 * nothing but has free spins by time is played by those alone: else its waiting time would mean nothing.
 */
export function choosePayment(purse: Purse, asked: PaidWith | null, now: number): Payment {
  const ways: readonly PaidWith[] = asked === null ? ["free", "free_spin", "salutes"] : [asked];
  const paidWith = ways.find((way) => works(purse, way, now));
  if (paidWith !== undefined) return { paidWith, refusal: null };
  return { paidWith: null, refusal: refusalOf(purse, asked) };
}

function works(purse: Purse, way: PaidWith, now: number): boolean {
  const freeAt = nextFreeAt(purse);
  if (way === "free") return freeAt !== null && freeAt <= now;
  if (way === "free_spin") return purse.freeSpins > 0;
  return purse.cost === 0 ? freeAt === null : purse.salutes >= purse.cost;
}

function refusalOf(purse: Purse, asked: PaidWith | null): NonNullable<Payment["refusal"]> {
  const hasFreeByTime = purse.freeSpinEveryHours !== null;
  if (asked === "free") return hasFreeByTime ? "cooldown" : "not_available";
  if (asked === "free_spin") return "insufficient_balance";
  if (asked === "salutes") return purse.cost === 0 ? "cooldown" : "insufficient_balance";
  return hasFreeByTime ? "cooldown" : "insufficient_balance";
}
