import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { JOBS } from "../../src/compose/modules.ts";
import { openServices } from "../../src/compose/open/services.ts";
import type { Services } from "../../src/compose/services.ts";
import { Interrupted, interrupted } from "../../src/jobs/interruption.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { nextTime, type Scheduler } from "../../src/jobs/schedule.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kit/clock.ts";
import { LEASE_MS } from "../../src/modules/platform/jobs/index.ts";
import type { Job } from "../../src/modules/platform/jobs/job.ts";
import { jobNamed } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

let world: World;
/** Runners to stop after a test. */
let runners: JobRunner<Services>[];
/** Ticks of the schedule by job, called by tests. */
let ticks: Map<string, () => Promise<void>>;

beforeEach(async () => {
  world = await createWorld();
  runners = [];
  ticks = new Map();
});

afterEach(async () => {
  for (const runner of runners) await runner.stop(0);
  await world.close();
});

const manual: Scheduler = (job, tick) => {
  ticks.set(job.name, tick);
  return { stop: () => void ticks.delete(job.name) };
};

test("production without a chain: its jobs are skipped, and no proof, badge or control calls that a success", async () => {
  const production = await createWorld({ SALUTE_ENV: "production", PUBLIC_BASE_URL: "https://example.org" });
  try {
    const runner = runnerOf([...JOBS], production.services);
    for (const name of ["status_snapshot", "public_stats", "audit_run", "rollup"])
      await runner.run(jobNamed(name), "command");
    const open = async (path: string) => await production.call("GET", path);
    const { rows } = (await open("/api/public/token-snapshot-jobs-rollup.json")).json;
    const found = rows.find(({ subject }: { subject: string }) => subject === "public_stats");
    expect(found).toMatchObject({ runs: 0, success_streak: 0, last_ok_at: null, is_failing: false });
    const { reliability } = (await open("/status.json")).json.checks;
    expect(reliability).toMatchObject({ has_data: false, skipped_jobs: 2 });
    const { controls } = (await open("/trust.json")).json;
    expect(controls).toContainEqual(expect.objectContaining({ id: "jobs", status: "unknown" }));
    expect((await open("/badges/reliability.svg")).text).toContain("reliability: no data");
  } finally {
    for (const runner of runners.splice(0)) await runner.stop(0);
    await production.close();
  }
});

function runnerOf(jobs: Job<Services>[], services: Services = world.services): JobRunner<Services> {
  const runner = new JobRunner(services, jobs, manual);
  runners.push(runner);
  return runner;
}

function jobOf(run: Job<Services>["run"], change: Partial<Job<Services>> = {}): Job<Services> {
  return { name: "sweep", schedule: "17 3 * * *", timeoutMs: 60_000, description: "Sweeps", run, ...change };
}

/** A job that runs until released, and counts its starts. */
function heldJob(change: Partial<Job<Services>> = {}) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = { begun: 0, letGo: () => resolve("let go") };
  const job = jobOf(() => {
    state.begun++;
    return promise;
  }, change);
  return Object.assign(state, { job });
}

interface Row {
  trigger: string;
  status: string;
  detail: string | null;
  started_at: number;
  finished_at: number | null;
}

const rows = () => world.services.live.read.all<Row>("SELECT * FROM job_runs ORDER BY id");
const locks = () => world.services.live.read.all("SELECT * FROM job_locks");

/** Another process with the same data directory. */
const otherProcess = () =>
  openServices(world.services.config, { clock: world.clock, log: world.services.log });

describe("a run", () => {
  test("stores a row with its result, and releases its lock", async () => {
    const outcome = await runnerOf([]).run(
      jobOf(async () => "swept 3"),
      "command",
    );
    expect(outcome).toEqual({ status: "ok", detail: "swept 3" });
    const now = world.clock.now();
    expect(rows()).toMatchObject([
      { trigger: "command", status: "ok", detail: "swept 3", started_at: now, finished_at: now },
    ]);
    expect(locks()).toEqual([]);
  });

  test("is failed if the job throws: the row has the message, the log the stack", async () => {
    const failing = jobOf(async () => {
      throw new Error("no broom");
    });
    expect(await runnerOf([]).run(failing, "command")).toEqual({ status: "failed", detail: "no broom" });
    expect(rows()).toMatchObject([{ status: "failed", detail: "no broom" }]);
    expect(locks()).toEqual([]);
    world.services.log.flush();
    expect(world.logged.some((line) => line.includes("no broom") && line.includes("runner.test.ts"))).toBe(
      true,
    );
  });

  test("is timeout if the job observes its signal", async () => {
    const slow = jobOf(
      (_, signal) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason))),
      { timeoutMs: 10 },
    );
    expect((await runnerOf([]).run(slow, "command")).status).toBe("timeout");
    expect(rows()).toMatchObject([{ status: "timeout", detail: "not done within 0.01 s" }]);
    expect(locks()).toEqual([]);
  });

  test("is timeout if the job ignores its signal, and keeps the lock until the job has ended", async () => {
    const held = heldJob({ timeoutMs: 10 });
    const runner = runnerOf([]);
    expect((await runner.run(held.job, "command")).status).toBe("timeout");
    expect(locks()).toHaveLength(1);
    expect((await runner.run(held.job, "command")).status).toBe("locked");
    held.letGo();
    await until(() => locks().length === 0);
    expect(rows()).toMatchObject([{ status: "timeout" }]);
  });

  test("a second run is refused, in this process and in another", async () => {
    const held = heldJob();
    const running = runnerOf([]).run(held.job, "schedule");
    await until(() => held.begun === 1);
    const other = await otherProcess();
    const refused = [
      await runnerOf([]).run(held.job, "command"),
      await runnerOf([], other).run(held.job, "command"),
    ];
    expect(refused.map((outcome) => outcome.status)).toEqual(["locked", "locked"]);
    expect(refused[1]?.detail).toContain(`:${process.pid}:`);
    held.letGo();
    expect((await running).status).toBe("ok");
    expect((await runnerOf([], other).run(held.job, "command")).status).toBe("ok");
    expect([held.begun, rows().length]).toEqual([2, 2]);
    await other.close();
  });
});

describe("a process that died during a run", () => {
  /** Leaves the state after kill -9: a running row, and a lock that is not renewed. */
  async function leaveDeadRun(job: Job<Services>) {
    const { startRun } = await import("../../src/modules/platform/jobs/index.ts");
    await world.services.live.writer.run((tx) =>
      startRun(tx, { job: job.name, trigger: "schedule", holder: "host:1:dead" }),
    );
  }

  test("blocks others only until its lease expires; the next start marks its row as abandoned", async () => {
    const job = jobOf(async () => "swept");
    await leaveDeadRun(job);
    expect((await runnerOf([]).run(job, "command")).status).toBe("locked");
    world.clock.advance(LEASE_MS);
    const runner = runnerOf([]);
    runner.start();
    await until(() => locks().length === 0);
    expect(rows()).toMatchObject([
      { status: "abandoned", detail: "the process that ran it died", finished_at: world.clock.now() },
    ]);
  });

  test("an overdue job that it still locks runs when the lease expires", async () => {
    const job = jobOf(async () => "swept");
    await leaveDeadRun(job);
    const runner = runnerOf([job]);
    runner.start();
    await until(() => rows().length === 1);
    await runner.tend();
    expect(rows()).toMatchObject([{ status: "running" }]);
    world.clock.advance(LEASE_MS);
    await runner.tend();
    expect(rows()).toMatchObject([{ status: "abandoned" }, { trigger: "overdue", status: "ok" }]);
  });

  test("the next run with the lock also closes its row", async () => {
    const job = jobOf(async () => "swept");
    await leaveDeadRun(job);
    world.clock.advance(LEASE_MS);
    expect((await runnerOf([]).run(job, "command")).status).toBe("ok");
    expect(rows()).toMatchObject([{ status: "abandoned" }, { status: "ok" }]);
  });
});

describe("at the start", () => {
  const daily = () => jobOf(async () => "swept");

  test("a job that never ran is overdue and runs once, dated now", async () => {
    const runner = runnerOf([daily()]);
    runner.start();
    await until(() => rows()[0]?.status === "ok");
    await runner.tend();
    expect(rows()).toMatchObject([{ trigger: "overdue", started_at: world.clock.now() }]);
  });

  test.each([
    ["it ran an hour ago: nothing is overdue", HOUR_MS, 0],
    ["one missed time is caught up", DAY_MS, 1],
    ["a week of missed times is caught up with one run", 7 * DAY_MS, 1],
  ])("%s", async (_, laterMs, expected) => {
    // The world's clock is at 10:00, the schedule at 03:17.
    await runnerOf([]).run(daily(), "schedule");
    world.clock.advance(laterMs);
    const runner = runnerOf([daily()]);
    runner.start();
    await runner.tend();
    await until(() => rows().every((row) => row.status !== "running"));
    await runner.tend();
    expect(rows().filter((row) => row.trigger === "overdue")).toHaveLength(expected);
  });

  test("after a failed run the job is still overdue", async () => {
    const broken = jobOf(async () => {
      throw new Error("no broom");
    });
    await runnerOf([]).run(broken, "schedule");
    runnerOf([daily()]).start();
    await until(() => rows().length === 2);
    expect(rows()[1]).toMatchObject({ trigger: "overdue" });
  });

  test("a failing overdue job is not retried repeatedly, but follows its schedule", async () => {
    const broken = heldJob();
    const failing = jobOf(async () => {
      broken.begun++;
      throw new Error("no broom");
    });
    const runner = runnerOf([failing]);
    runner.start();
    await until(() => rows()[0]?.status === "failed");
    await runner.tend();
    await runner.tend();
    expect(broken.begun).toBe(1);
    await ticks.get("sweep")?.();
    expect(rows().map((row) => row.trigger)).toEqual(["overdue", "schedule"]);
  });
});

describe("the stop", () => {
  test("waits for running jobs, and starts no more", async () => {
    const held = heldJob();
    const runner = runnerOf([]);
    const running = runner.run(held.job, "schedule");
    await until(() => held.begun === 1);
    const stopped = runner.stop(60_000);
    expect((await runner.run(held.job, "schedule")).status).toBe("locked");
    held.letGo();
    await stopped;
    expect((await running).status).toBe("ok");
    expect(rows()).toMatchObject([{ status: "ok" }]);
  });

  test("is seen by a run that begins to wait for it only afterwards", async () => {
    const controller = new AbortController();
    const ending = { status: "abandoned", detail: "the process stopped" } as const;
    controller.abort(new Interrupted(ending));
    expect(await interrupted(controller.signal)).toEqual(ending);
  });

  test("aborts jobs that take too long, and records it in the row", async () => {
    let aborted = false;
    const endless = jobOf(
      (_, signal) =>
        new Promise((_, fail) =>
          signal.addEventListener("abort", () => {
            aborted = true;
            fail(signal.reason);
          }),
        ),
    );
    const runner = runnerOf([]);
    const running = runner.run(endless, "schedule");
    await until(() => rows().length === 1);
    await runner.stop(0);
    expect([aborted, (await running).status]).toEqual([true, "abandoned"]);
    expect(rows()).toMatchObject([{ status: "abandoned", detail: "the process stopped before it was done" }]);
    expect(locks()).toEqual([]);
  });
});

describe("what /readyz hears", () => {
  test("no fault while the runner works; a fault once it is stopped", async () => {
    const runner = runnerOf([jobOf(async () => "swept")]);
    runner.start();
    expect(world.services.jobs.fault()).toBeNull();
    await runner.stop(0);
    expect(world.services.jobs.fault()).toBe("the job runner is not running");
  });

  test("a job that is no longer started is named once it is very late; one that fails on time is not", async () => {
    const minutely = jobOf(
      async () => {
        throw new Error("no broom");
      },
      { schedule: "* * * * *" },
    );
    runnerOf([minutely]).start();
    await until(() => rows()[0]?.status === "failed");
    world.clock.advance(12 * MINUTE_MS);
    expect(world.services.jobs.fault()).toBeNull();
    world.clock.advance(2 * MINUTE_MS);
    expect(world.services.jobs.fault()).toBe("sweep has not started since 2026-11-21T10:00:00.000Z");
    await ticks.get("sweep")?.();
    expect(world.services.jobs.fault()).toBeNull();
  });
});

describe("the schedule", () => {
  test("uses UTC", () => {
    expect(nextTime("17 3 * * *", world.clock.now())).toBe(Date.UTC(2026, 10, 22, 3, 17));
  });

  test("every job has a unique name, a valid schedule and a timeout", async () => {
    const { JOBS } = await import("../../src/compose/modules.ts");
    expect(new Set(JOBS.map((job) => job.name)).size).toBe(JOBS.length);
    for (const job of JOBS) {
      expect(job.name).toMatch(/^[a-z][a-z_]*$/);
      expect(nextTime(job.schedule, world.clock.now())).toBeGreaterThan(world.clock.now());
      expect(job.timeoutMs).toBeGreaterThan(0);
    }
  });
});
