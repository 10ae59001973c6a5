import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Services } from "../../../../src/compose/services.ts";
import { JobRunner } from "../../../../src/jobs/runner.ts";
import type { Job } from "../../../../src/modules/platform/jobs/job.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let operator: Visitor;
let runner: JobRunner<Services>;
let outcome: () => Promise<string>;

const JOB: Job<Services> = {
  name: "tidy-up",
  schedule: "0 3 * * *",
  timeoutMs: 1_000,
  description: "Tidies up",
  run: () => outcome(),
};

beforeEach(async () => {
  world = await createWorld();
  operator = await signedIn(world, "ops", "operator");
  outcome = async () => "two things put away";
  runner = new JobRunner(world.services, [JOB], () => ({ stop: () => undefined }));
  runner.start();
  await runner.tend();
});

afterEach(async () => {
  await runner.stop(0);
  await world.close();
});

test("a job is listed with what it does, its schedule and how its last run ended", async () => {
  const { text } = await operator.open("/admin/jobs");
  for (const part of ["tidy-up", "Tidies up", "0 3 * * *", "two things put away"])
    expect(text).toContain(part);
});

test("the list is sorted and narrowed by its address, and is a CSV of the same", async () => {
  const { text } = await operator.open("/admin/jobs?sort=-job&columns=job,result,detail");
  expect(text).toContain('aria-sort="descending"');
  expect(text).not.toContain("Tidies up</span>");
  const csv = await operator.open("/admin/jobs?columns=job,result,detail,schedule&format=csv");
  expect(csv.text).toBe("job,result,detail,schedule\r\ntidy-up,ok,two things put away,0 3 * * *\r\n");
});

test("an operator runs one now; a failure waits for them on the overview", async () => {
  let ran: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    ran = resolve;
  });
  outcome = async () => {
    ran();
    throw new Error("the shelf is full");
  };
  await operator.open("/admin/jobs");
  expect((await operator.submit("/admin/jobs/tidy-up/run")).status).toBe(303);
  await done;
  await runner.stop(1_000);
  runner.start();
  expect((await operator.open("/admin")).text).toContain("Job tidy-up: the shelf is full");
});

test("404 for a job that is none, 403 for a viewer", async () => {
  await operator.open("/admin/jobs");
  expect((await operator.submit("/admin/jobs/nothing/run")).status).toBe(404);
  const viewer = await signedIn(world, "eve", "viewer");
  expect((await viewer.open("/admin/jobs")).text).not.toContain("Run now");
  await viewer.open("/admin/account");
  expect((await viewer.submit("/admin/jobs/tidy-up/run")).status).toBe(403);
});
