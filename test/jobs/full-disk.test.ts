import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../../src/compose/services.ts";
import { WriteUnavailable } from "../../src/db/write-errors.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { MINUTE_MS } from "../../src/kit/clock.ts";
import { LEASE_MS } from "../../src/modules/platform/jobs/index.ts";
import type { Job } from "../../src/modules/platform/jobs/job.ts";
import { statusSnapshot } from "../../src/modules/status/system/snapshots/snapshot-job.ts";
import { appendToLog, jsonItem } from "../../src/modules/transparency/signed-log/index.ts";
import { runJob } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { canMount, SmallDisk } from "../harness/processes/small-disk.ts";

describe.skipIf(!canMount("Jobs on a full disk"))("on a full disk", () => {
  let disk: SmallDisk;
  let world: World;
  let runner: JobRunner<Services>;

  beforeEach(async () => {
    disk = new SmallDisk(48);
    world = await createWorld({}, { parent: disk.path });
    runner = new JobRunner(world.services, [statusSnapshot], () => ({ stop: () => {} }));
  });

  afterEach(async () => {
    disk.empty();
    await runner.stop(0);
    await world.close();
    disk.remove();
  });

  const sweep = (run: Job<Services>["run"]): Job<Services> => ({
    name: "sweep",
    schedule: "* * * * *",
    timeoutMs: MINUTE_MS,
    description: "Sweeps",
    run,
  });
  const count = (sql: string) =>
    world.services.live.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)?.n;
  const status = async () => (await world.call("GET", "/status.json")).json.checks.database.status;

  test("a job fails with its cause, the status is bad, and the next run after it succeeds", async () => {
    await runJob(world, "status_snapshot");
    disk.fill();
    world.clock.advance(MINUTE_MS);
    expect(await runner.run(statusSnapshot, "schedule")).toMatchObject({ status: "failed" });
    expect((await world.services.status.look()).checks.get("database")).toMatchObject({ status: "bad" });
    expect(world.logged.join("\n")).toContain("disk is full");
    disk.empty();
    world.clock.advance(MINUTE_MS);
    expect(await runner.run(statusSnapshot, "schedule")).toMatchObject({ status: "ok" });
    expect([count("job_locks"), count("job_runs WHERE status = 'running'"), await status()]).toEqual([
      0,
      0,
      "ok",
    ]);
  });

  test("a job during which the disk fills is ended when its lease expires, and runs again", async () => {
    const fills = sweep(async () => {
      disk.fill();
      return "done";
    });
    expect(await runner.run(fills, "schedule")).toMatchObject({ status: "failed" });
    disk.empty();
    expect(await runner.run(fills, "schedule")).toMatchObject({ status: "locked" });
    world.clock.advance(LEASE_MS);
    await runner.tend();
    expect(count("job_runs WHERE job = 'sweep' AND status = 'abandoned'")).toBe(1);
    expect(
      await runner.run(
        sweep(async () => "done"),
        "schedule",
      ),
    ).toMatchObject({ status: "ok" });
  });

  test("pending counts are kept and stored once there is space", async () => {
    const { usage, audioShare, live } = world.services;
    const links = "/api/public/audio-share-links?track_url=/tracks/1&use_short=1";
    const { short } = (await world.call("GET", links)).json;
    const { pathname } = new URL(short.short_url);
    await usage.flush();
    const stored = count("usage_minutes") ?? 0;
    disk.fill();
    for (let visitor = 0; visitor < 7; visitor++)
      await world.call("GET", pathname, { headers: { "user-agent": `Mozilla/5.0 Visitor/${visitor}` } });
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(usage.flush()).rejects.toBeInstanceOf(WriteUnavailable);
      await expect(audioShare.clicks.flush()).rejects.toBeInstanceOf(WriteUnavailable);
    }
    expect([audioShare.clicks.size, count("usage_minutes")]).toEqual([7, stored]);
    disk.empty();
    await usage.flush();
    await audioShare.clicks.flush();
    expect(live.read.get("SELECT sum(human) AS human FROM audio_share_clicks")).toEqual({ human: 7 });
    expect(count("usage_minutes")).toBeGreaterThan(stored);
  });
});

test("a log entry that could not be signed initially is signed with the next status", async () => {
  const world = await createWorld();
  const { signedLog } = world.services;
  await runJob(world, "status_snapshot");
  const sizes = async () => {
    const note = (await world.call("GET", "/log/checkpoint")).text;
    return Number(note.split("\n")[1]);
  };
  const before = await sizes();
  const inTheWay = join(world.dataDir, ".log.checkpoint.next");
  mkdirSync(inTheWay);
  await expect(appendToLog(signedLog, [jsonItem("test", { a: 1 }, world.clock.now())])).rejects.toThrow(
    "EISDIR",
  );
  expect(await sizes()).toBe(before);
  rmSync(inTheWay, { recursive: true });
  world.clock.advance(MINUTE_MS);
  await runJob(world, "status_snapshot");
  expect(await sizes()).toBe(before + 1);
  await world.close();
});
