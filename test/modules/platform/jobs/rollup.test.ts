import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { JOBS } from "../../../../src/compose/modules.ts";
import {
  countFailuresInARow,
  endRun,
  readJobRollup,
  releaseRun,
  rollUpJobs,
  startRun,
} from "../../../../src/modules/platform/jobs/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

/** Ends runs of a job, a minute each, ten minutes apart: o ok, f failed, t timeout, a abandoned, r still under way. */
async function runs(job: string, letters: string): Promise<void> {
  const words: Record<string, string> = { o: "ok", f: "failed", t: "timeout", a: "abandoned", r: "running" };
  for (const letter of letters) {
    await world.services.live.writer.run((tx) =>
      tx.run(
        "INSERT INTO job_runs (job, trigger, status, started_at, finished_at) VALUES (?, 'schedule', ?, ?, ?)",
        job,
        words[letter] ?? "ok",
        tx.now,
        letter === "r" ? null : tx.now + MINUTE_MS,
      ),
    );
    world.clock.advance(10 * MINUTE_MS);
  }
}

async function rollup(...jobs: string[]) {
  await world.services.live.writer.run((tx) => rollUpJobs(tx, jobs));
  return readJobRollup(world.services.live.read);
}

describe("the rollup of how jobs did", () => {
  test("null before the first", () => {
    expect(readJobRollup(world.services.live.read)).toBeNull();
  });

  test("streaks, repairs and failures that are open, over all jobs and for each", async () => {
    await runs("steady", "ooooo");
    await runs("mended", "offoto");
    await runs("broken", "oofa");
    const made = await rollup("steady", "mended", "broken", "new");
    expect(made).toMatchObject({
      window_days: 7,
      job_count: 4,
      avg_success_streak: 2,
      avg_mttr_minutes: 16,
      jobs_with_mttr_samples: 1,
      unresolved_failure_jobs: 1,
      rolled_up_at: world.clock.now(),
    });
    const of = (name: string) => made?.jobs.find(({ job }) => job === name);
    expect(of("steady")).toMatchObject({
      runs: 5,
      failed_runs: 0,
      success_streak: 5,
      mttr_minutes: null,
      is_failing: 0,
    });
    expect(of("mended")).toMatchObject({
      runs: 6,
      failed_runs: 3,
      success_streak: 1,
      mttr_minutes: 16,
      mttr_samples: 2,
    });
    expect(of("broken")).toMatchObject({
      runs: 4,
      failed_runs: 2,
      success_streak: 0,
      mttr_minutes: null,
      is_failing: 1,
    });
    expect(of("new")).toMatchObject({ runs: 0, success_streak: 0, is_failing: 0, last_ok_at: null });
  });

  test("a run under way counts neither way", async () => {
    await runs("steady", "ooor");
    await runs("broken", "fr");
    const made = await rollup("steady", "broken");
    expect(made?.jobs).toMatchObject([
      { job: "broken", runs: 1, success_streak: 0, is_failing: 1 },
      { job: "steady", runs: 3, success_streak: 3, is_failing: 0 },
    ]);
  });

  test("looks back seven days; a job that failed before and never since is still failing", async () => {
    await runs("rare", "of");
    world.clock.advance(8 * DAY_MS);
    await runs("steady", "oo");
    expect((await rollup("rare", "steady"))?.jobs).toMatchObject([
      { job: "rare", runs: 0, failed_runs: 0, is_failing: 1 },
      { job: "steady", runs: 2, success_streak: 2 },
    ]);
  });

  test("a skipped run counts neither way, and only the newest is kept", async () => {
    const { live } = world.services;
    const end = (status: "ok" | "failed" | "skipped") =>
      live.writer.run((tx) => {
        const run = startRun(tx, { job: "chain", trigger: "schedule", holder: `h${tx.now}` });
        if (run === null) throw new Error("the job is locked");
        endRun(tx, run, { status, detail: "" });
        releaseRun(tx, run);
      });
    const made = async () => {
      const { jobs, skipped_jobs } = (await rollup("chain")) ?? {};
      const { runs, success_streak, is_failing, last_ok_at } = jobs?.[0] ?? {};
      return { runs, success_streak, is_failing, last_ok_at, skipped_jobs };
    };
    await end("failed");
    expect(await made()).toMatchObject({ runs: 1, success_streak: 0, is_failing: 1, skipped_jobs: 0 });
    await end("skipped");
    await end("skipped");
    expect(await made()).toMatchObject({ runs: 1, success_streak: 0, is_failing: 0, skipped_jobs: 1 });
    expect((await made()).last_ok_at).toBeNull();
    expect(countFailuresInARow(live.read, "chain")).toBe(0);
    expect(live.read.all("SELECT status FROM job_runs WHERE job = 'chain'")).toEqual([
      { status: "failed" },
      { status: "skipped" },
    ]);
    await end("ok");
    expect(await made()).toMatchObject({ runs: 2, success_streak: 1, skipped_jobs: 0 });
  });

  test("names the measured time until the first run is older than the window", async () => {
    const message = async () => (await world.call("GET", "/status.json")).json.checks.reliability.message;
    await runs("steady", "o");
    await rollup("steady");
    expect(await message()).toBe("No job is failing, over the measured 10 min of 7 days.");
    world.clock.advance(7 * DAY_MS);
    await runs("steady", "o");
    await rollup("steady");
    expect(await message()).toBe("No job is failing, over 7 days.");
  });

  test("what a build no longer has goes with the next rollup", async () => {
    await runs("old", "o");
    await rollup("old", "kept");
    expect((await rollup("kept"))?.jobs.map(({ job }) => job)).toEqual(["kept"]);
  });

  test("the job rolls up every job of the build, itself too, and the reliability check goes by it", async () => {
    await runs("retention", "off");
    const job = JOBS.find(({ name }) => name === "rollup");
    expect(await job?.run(world.services, new AbortController().signal)).toContain(`${JOBS.length} jobs`);
    const { reliability } = (await world.call("GET", "/status.json")).json.checks;
    expect(reliability).toMatchObject({
      status: "warn",
      message: `The last run of 1 of ${JOBS.length} jobs failed.`,
      job_count: JOBS.length,
      avg_success_streak: 0,
      unresolved_failure_jobs: 1,
    });
  });

  test("failures are found in an index of their own, runs are counted without reading them", async () => {
    const plan = (query: string) =>
      world.services.live.read
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
        .map(({ detail }) => detail)
        .join("; ");
    expect(
      plan(
        "SELECT * FROM job_runs WHERE job = 'x' AND status IN ('failed', 'timeout', 'abandoned') AND id >= 1 ORDER BY id",
      ),
    ).toBe("SEARCH job_runs USING INDEX job_runs_failed (job=? AND id>?)");
    expect(plan("SELECT count(*) FROM job_runs WHERE job = 'x' AND id >= 1")).toBe(
      "SEARCH job_runs USING COVERING INDEX job_runs_by_job (job=? AND id>?)",
    );
  });
});
