import { afterEach, beforeEach, describe, expect, jest, setSystemTime, test } from "bun:test";
import { checkFiles } from "../../src/compose/invariants.ts";
import type { Services } from "../../src/compose/services.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { cronScheduler } from "../../src/jobs/schedule.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kit/clock.ts";
import { LEASE_MS, startRun } from "../../src/modules/platform/jobs/index.ts";
import type { Job } from "../../src/modules/platform/jobs/job.ts";
import { PROOF_JOBS, runJob, runJobs } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

const jobOf = (run: Job<Services>["run"], schedule = "* * * * *"): Job<Services> => ({
  name: "sweep",
  schedule,
  timeoutMs: MINUTE_MS,
  description: "Sweeps",
  run,
});

describe("the scheduler after a clock change", () => {
  const START = Date.UTC(2026, 10, 21, 10, 0, 30);
  let ticks: number[];
  let timer: { stop(): void };

  beforeEach(() => {
    jest.useFakeTimers({ now: START });
    ticks = [];
  });

  afterEach(() => {
    timer.stop();
    jest.useRealTimers();
  });

  const schedule = (pattern: string) => {
    timer = cronScheduler(
      jobOf(async () => "", pattern),
      async () => void ticks.push(Date.now()),
    );
  };

  test("a day ahead: a job with missed times runs once, then continues", () => {
    schedule("* * * * *");
    setSystemTime(new Date(START + DAY_MS));
    jest.advanceTimersByTime(MINUTE_MS);
    const first = ticks.length;
    jest.advanceTimersByTime(5 * MINUTE_MS);
    expect([first <= 2, ticks.length - first]).toEqual([true, 5]);
  });

  test("past a daily time: it runs once", () => {
    schedule("17 3 * * *");
    setSystemTime(new Date(START + DAY_MS));
    jest.advanceTimersByTime(HOUR_MS);
    expect(ticks).toHaveLength(1);
  });

  test("back by an hour: it continues within a minute, by the new time", () => {
    schedule("* * * * *");
    jest.advanceTimersByTime(2 * MINUTE_MS);
    const before = ticks.length;
    setSystemTime(new Date(Date.now() - HOUR_MS));
    jest.advanceTimersByTime(5 * MINUTE_MS);
    expect(ticks.length - before).toBeGreaterThanOrEqual(4);
  });
});

describe("a world after a clock change", () => {
  let world: World;
  let runners: JobRunner<Services>[];

  beforeEach(async () => {
    world = await createWorld();
    runners = [];
  });

  afterEach(async () => {
    for (const runner of runners) await runner.stop(0);
    expect((await checkFiles(world.dataDir, true)).filter(({ ok }) => !ok)).toEqual([]);
    await world.close();
  });

  function runnerOf(...jobs: Job<Services>[]): JobRunner<Services> {
    const runner = new JobRunner(world.services, jobs, () => ({ stop: () => {} }));
    runners.push(runner);
    return runner;
  }

  const sweep = (runner: JobRunner<Services>) =>
    runner.run(
      jobOf(async () => "swept"),
      "schedule",
    );

  const statuses = () =>
    world.services.live.read
      .all<{ status: string }>("SELECT status FROM job_runs ORDER BY id")
      .map(({ status }) => status);

  test("a day ahead during a job: it keeps its lock and completes, and no second run starts", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let begun = 0;
    const job = jobOf(() => {
      begun++;
      return promise;
    });
    const runner = runnerOf(job);
    const running = runner.run(job, "schedule");
    await until(() => begun > 0);
    world.clock.advance(DAY_MS);
    await runner.tend();
    expect(await runner.run(job, "schedule")).toMatchObject({ status: "locked" });
    resolve("swept");
    expect(await running).toEqual({ status: "ok", detail: "swept" });
    expect([begun, statuses()]).toEqual([1, ["ok"]]);
  });

  test("back by an hour after a crash: the stale lock does not block runs for that hour", async () => {
    await world.services.live.writer.run((tx) =>
      startRun(tx, { job: "sweep", trigger: "schedule", holder: "host:1:dead" }),
    );
    world.clock.advance(-HOUR_MS);
    const runner = runnerOf();
    await runner.tend();
    expect(await sweep(runner)).toMatchObject({ status: "ok" });
    expect(statuses()).toEqual(["abandoned", "ok"]);
  });

  test("by a moment: a lock of another process stays valid", async () => {
    await world.services.live.writer.run((tx) =>
      startRun(tx, { job: "sweep", trigger: "schedule", holder: "host:1:alive" }),
    );
    world.clock.advance(-LEASE_MS + SECOND_MS);
    const runner = runnerOf();
    await runner.tend();
    expect(await sweep(runner)).toMatchObject({ status: "locked" });
  });

  test("back by an hour and a day ahead: snapshots, slots and log entries never go back, and nothing runs twice", async () => {
    const jobs = [...PROOF_JOBS, "proofs", "status_snapshot"];
    await runJobs(world, ...jobs);
    for (const jump of [-HOUR_MS, MINUTE_MS, 2 * HOUR_MS, DAY_MS, -HOUR_MS, 2 * HOUR_MS]) {
      world.clock.advance(jump);
      await runJobs(world, ...jobs);
    }
    const { live, signedLog, token } = world.services;
    const change =
      "UPDATE chain_figures SET data = json_set(data, '$.freeze_authority', ?) WHERE kind = 'mint_authorities'";
    await live.writer.run((tx) => tx.run(change, token?.mint ?? ""));
    expect(await runJob(world, "proofs")).toContain("token_mint_authorities");
    world.clock.advance(-HOUR_MS);
    await live.writer.run((tx) => tx.run(change, null));
    expect(await runJob(world, "proofs")).toBe("the log already has the current figures");
    world.clock.advance(2 * HOUR_MS);
    expect(await runJob(world, "proofs")).toContain("token_mint_authorities");
    const snapshots = live.read.all<{ at: number }>(
      "SELECT taken_at AS at FROM status_snapshots ORDER BY rowid",
    );
    expect(snapshots.map(({ at }) => at)).toEqual(snapshots.map(({ at }) => at).sort((a, b) => a - b));
    expect(new Set(snapshots.map(({ at }) => at)).size).toBe(snapshots.length);
    const entries = signedLog.db.read.all<{ kind: string; at: number; entry: string }>(
      "SELECT kind, taken_at AS at, entry FROM log_entries ORDER BY entry_index",
    );
    for (const [kind, own] of Map.groupBy(entries, (each) => each.kind)) {
      const times = own.map(({ at }) => at);
      const slots = own.map(({ entry }) => (JSON.parse(entry) as { slot: number | null }).slot ?? 0);
      expect([kind, times]).toEqual([kind, times.toSorted((a, b) => a - b)]);
      expect([kind, slots]).toEqual([kind, slots.toSorted((a, b) => a - b)]);
    }
    expect(entries.length).toBeGreaterThan(10);
    await world.restart();
    let owed = 0;
    const runner = runnerOf(jobOf(async () => `${++owed}`));
    runner.start();
    await runner.tend();
    await runner.tend();
    expect(owed).toBe(1);
  });
});
