import { SECOND_MS } from "../../../../../kit/clock.ts";
import type { Burst } from "./bursts.ts";
import type { AnomalyType, Finding } from "./detector.ts";

/** A transaction in a burst. */
export interface BurstItem {
  signature: string;
  slot: number;
  blockTime: number | null;
  /** Unix milliseconds. */
  at: number;
}

/** One finding per burst of an owner that holds a key, at the burst's first transaction. */
export function* burstFindings(
  type: AnomalyType,
  bursts: Iterable<Burst<BurstItem>>,
  isKeyOwner: (owner: string) => boolean,
): Generator<Finding> {
  for (const { key: owner, first, last, items } of bursts) {
    if (!isKeyOwner(owner)) continue;
    const { signature, slot, blockTime } = first;
    yield {
      signature,
      slot,
      blockTime,
      type,
      severity: "info",
      wallet: owner,
      delta: null,
      details: { transactions: items, seconds: (last.at - first.at) / SECOND_MS },
    };
  }
}
