import { afterEach, describe, expect, jest, test } from "bun:test";
import type { Services } from "../../src/compose/services.ts";
import { cronScheduler, lastTimes, nextTime } from "../../src/jobs/schedule.ts";
import { MINUTE_MS } from "../../src/kit/clock.ts";
import type { Job } from "../../src/modules/platform/jobs/job.ts";

const job = (schedule: string): Job<Services> => ({
  name: "sweep",
  schedule,
  timeoutMs: 1_000,
  description: "Sweeps",
  run: async () => "",
});

afterEach(() => jest.useRealTimers());

describe("the scheduler", () => {
  test("ticks at each time of the schedule until it is stopped", () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10, 0, 30) });
    let ticks = 0;
    const timer = cronScheduler(job("* * * * *"), async () => void ticks++);
    jest.advanceTimersByTime(29_000);
    expect(ticks).toBe(0);
    jest.advanceTimersByTime(2_000);
    expect(ticks).toBe(1);
    timer.stop();
    jest.advanceTimersByTime(10 * MINUTE_MS);
    expect(ticks).toBe(1);
  });

  test("skips a time while the previous tick is running", () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10, 0, 30) });
    let ticks = 0;
    const timer = cronScheduler(job("* * * * *"), () => {
      ticks++;
      return new Promise(() => {});
    });
    jest.advanceTimersByTime(5 * MINUTE_MS);
    timer.stop();
    expect(ticks).toBe(1);
  });

  test("refuses a pattern with seconds or an invalid one", () => {
    expect(() => cronScheduler(job("* * * * * *"), async () => {})).toThrow();
    expect(() => nextTime("61 * * * *", 0)).toThrow();
  });
});

describe("times of a schedule", () => {
  const at = (...time: [hour: number, minute: number, second?: number, ms?: number]) =>
    Date.UTC(2026, 10, 21, ...time);

  test.each([
    ["exactly at the time, it is the latest", "17 3 * * *", at(3, 17), at(3, 17)],
    ["just before, yesterday's is the latest", "17 3 * * *", at(3, 17) - 1, at(3, 17) - 24 * 60 * MINUTE_MS],
    ["within a minute, the minute's start", "* * * * *", at(10, 5, 59, 999), at(10, 5)],
    ["every quarter", "*/15 * * * *", at(10, 44, 59), at(10, 30)],
  ])("%s", (_, schedule, now, latest) => {
    expect(lastTimes(schedule, now)[0]).toBe(latest);
  });

  test("the previous time gives the interval", () => {
    const [latest, before] = lastTimes("*/5 * * * *", at(10, 7));
    expect(latest - before).toBe(5 * MINUTE_MS);
  });
});
