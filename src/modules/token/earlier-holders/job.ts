import { setImmediate as breathe } from "node:timers/promises";
import { DAY_MS, MINUTE_MS, utcDay } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type ChainJobParts, chainJob, findTokenId, readFigure, type TokenWork } from "../figures/index.ts";
import { OwnerCount } from "./owner-count.ts";
import {
  type EarlierDay,
  findFirstScannedDay,
  findSlotAfter,
  hasEarlierDays,
  insertEarlierDays,
  listSteps,
  type ScannedDay,
  type StepRow,
} from "./store.ts";

/** The transactions of one read. */
const A_READ = 500;
/** Each takes some 100 bytes of memory. */
const MAX_ACCOUNTS = 1_000_000;
const MAX_DAYS = 3_660;
/**
 * Transfers that name no mint are known of watched accounts only. If the count from the movements differs by more than this
 * from the first scan, too many are unknown.
 */
const MAX_DEVIATION = 0.01;

export const earlierHolders: Job<ChainJobParts> = chainJob(
  {
    name: "earlier_holders",
    schedule: "37 * * * *",
    timeoutMs: 30 * MINUTE_MS,
    description: "Counts the owners of the days before the first holder scan, from the token's whole history",
  },
  deriveEarlierDays,
);

/** Once: what is before the first scan does not change any more. */
async function deriveEarlierDays({ live, token, signal }: TokenWork): Promise<string> {
  const sql = live.read;
  const tokenId = findTokenId(sql, token.source);
  const first = tokenId === null ? null : findFirstScannedDay(sql, tokenId);
  if (tokenId === null || first === null) return "holders have not been counted yet";
  if (hasEarlierDays(sql, tokenId)) return "known";
  if (readFigure(sql, token, "transaction_sync").figure?.data.is_whole !== true)
    return "waits for the token's whole history";
  const count = new OwnerCount();
  const days = new DaysBefore(first);
  for (let after = -1; after < first.slot; ) {
    signal.throwIfAborted();
    const next = findSlotAfter(sql, tokenId, { slot: after, skip: A_READ }) ?? first.slot;
    const upTo = Math.min(next, first.slot);
    for (const [slot, steps] of Map.groupBy(listSteps(sql, tokenId, { after, upTo }), (step) => step.slot)) {
      days.endBefore(slot, steps, count.owners);
      count.takeSlot(steps);
    }
    if (count.size > MAX_ACCOUNTS) return `more than ${MAX_ACCOUNTS} accounts: not counted`;
    after = upTo;
    await breathe();
  }
  const deviation = Math.abs(count.owners - first.unique_owners);
  if (deviation > Math.max(1, first.unique_owners * MAX_DEVIATION))
    return `not used: the movements give ${count.owners} owners on ${first.day}, its scan ${first.unique_owners}`;
  const found = days.all(count.owners).slice(-MAX_DAYS);
  await live.writer.run((tx) => insertEarlierDays(tx, tokenId, found));
  return found.length === 0
    ? "no movement before the first scan"
    : `${found.length} days from ${found[0]?.day} on`;
}

/** The owners at the end of each day before the first scan; days without a movement are like the day before. */
class DaysBefore {
  readonly #days: EarlierDay[] = [];
  /** The last day with a movement, and the movement's slot. */
  #last: { day: string; slot: number } | null = null;

  constructor(private readonly first: ScannedDay) {}

  /** @param owners their number before this slot */
  endBefore(slot: number, steps: readonly StepRow[], owners: number): void {
    const time = steps.find(({ block_time }) => block_time !== null)?.block_time ?? null;
    // A slot without a time counts as of the day before it.
    const day = time === null ? (this.#last?.day ?? null) : utcDay(time);
    if (day === null) return;
    this.#fillUntil(day, owners);
    this.#last = { day, slot };
  }

  all(owners: number): EarlierDay[] {
    this.#fillUntil(this.first.day, owners);
    return this.#days;
  }

  #fillUntil(end: string, owners: number): void {
    if (this.#last === null) return;
    const { slot } = this.#last;
    for (let day = this.#last.day; day < end && day < this.first.day; day = utcDay(Date.parse(day) + DAY_MS))
      if (this.#days.at(-1)?.day !== day) this.#days.push({ day, unique_owners: owners, slot });
  }
}
