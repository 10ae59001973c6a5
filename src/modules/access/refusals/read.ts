import type { Database } from "../../../db/database.ts";
import { madeAt } from "../../../db/migrations/migrate.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { RefusalRecorder } from "./recorder.ts";
import type { CountAt } from "./spikes.ts";
import { countByHour } from "./store.ts";

/** The data sources for reading refusals. */
export interface RefusalSource {
  refusals: RefusalRecorder;
  live: Database;
}

export interface HourlyRefusals {
  /** All refusals. */
  all: CountAt;
  /** Refusals that no rule suppressed. */
  unsuppressed: CountAt;
  /** The Unix hour of the installation: earlier hours are unknown, not zero. */
  firstHour: number;
}

/** Refusals by hour from a given hour on, including those in memory. Hours without a running server count as 0. */
export async function readHourly(
  { refusals, live }: RefusalSource,
  fromHour: number,
): Promise<HourlyRefusals> {
  await refusals.settle();
  const firstHour = Math.floor(madeAt(live.read) / HOUR_MS);
  const byHour = new Map(countByHour(live.read, fromHour).map((each) => [each.hour, each]));
  const countAt = (pick: (each: { count: number; suppressed: number }) => number): CountAt => {
    return (hour) => {
      const found = byHour.get(hour);
      if (found !== undefined) return pick(found);
      return hour < firstHour ? null : 0;
    };
  };
  return {
    firstHour,
    all: countAt(({ count }) => count),
    unsuppressed: countAt(({ count, suppressed }) => count - suppressed),
  };
}
