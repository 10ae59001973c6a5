import { Cron } from "croner";

const UTC = { utcOffset: 0, mode: "5-part" } as const;

/** Calls `tick` at each of a job's times, one call at a time. Its timer does not hold the process. */
export type Scheduler = (
  job: { name: string; schedule: string },
  tick: () => Promise<void>,
) => { stop(): void };

export const cronScheduler: Scheduler = (job, tick) =>
  new Cron(job.schedule, { ...UTC, protect: true, unref: true }, tick);

/** The last two times of a pattern up to `now`, newest first. @throws if the pattern has no such times */
export function lastTimes(schedule: string, now: number): [latest: number, before: number] {
  // Croner excludes the given time itself.
  const [latest, before] = new Cron(schedule, { ...UTC, paused: true }).previousRuns(2, new Date(now + 1));
  if (latest === undefined || before === undefined) throw new Error(`${schedule} has no times in the past`);
  return [latest.getTime(), before.getTime()];
}

/** The next time of a pattern after `now`; null if there is none. */
export function nextTime(schedule: string, now: number): number | null {
  return new Cron(schedule, { ...UTC, paused: true }).nextRun(new Date(now))?.getTime() ?? null;
}
