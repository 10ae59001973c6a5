import type { SignatureInfo } from "../../../chain/transactions.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";

/**
 * Failed transactions of a page, by minute. One without a time counts as of the nearest earlier one of the page; if
 * there is none, it is not counted.
 * @param signatures newest first
 */
export function failuresByMinute(
  signatures: readonly SignatureInfo[],
): Map<number, { count: number; firstSlot: number }> {
  const minutes = new Map<number, { count: number; firstSlot: number }>();
  let time: number | null = null;
  for (const { blockTime, failed, slot } of signatures.toReversed()) {
    time = blockTime ?? time;
    if (!failed || time === null) continue;
    const minute = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    const known = minutes.get(minute);
    if (known === undefined) minutes.set(minute, { count: 1, firstSlot: Number(slot) });
    else known.count++;
  }
  return minutes;
}
