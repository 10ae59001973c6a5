import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { listMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const PATH = "/admin/maintenance";

let world: World;
let operator: Visitor;

beforeEach(async () => {
  world = await createWorld();
  operator = await signedIn(world, "ops", "operator");
  await operator.open(PATH);
});

afterEach(() => world.close());

const announced = () => listMaintenance(world.services.live.read, 0);
const announce = (fields: Record<string, string>) =>
  operator.submit(PATH, { title: "A larger disk", ...fields });

describe("/admin/maintenance", () => {
  test("schedules maintenance of some checks at a UTC time, shows it and cancels it", async () => {
    expect((await announce({ from: "2026-11-22T22:00", minutes: "90", checks: "rpc" })).status).toBe(303);
    expect(announced()).toMatchObject([
      {
        title: "A larger disk",
        checks: ["rpc"],
        starts_at: Date.UTC(2026, 10, 22, 22, 0),
        ends_at: Date.UTC(2026, 10, 22, 23, 30),
      },
    ]);
    const page = (await operator.open(PATH)).text;
    for (const part of ["A larger disk", "scheduled", "Cancel"]) expect(page).toContain(part);
    expect((await operator.submit(`${PATH}/1/end`)).status).toBe(303);
    expect(announced()).toEqual([]);
  });

  test("is a CSV of the chosen columns", async () => {
    await announce({ from: "2026-11-22T22:00", minutes: "90", checks: "rpc" });
    const { text } = await operator.open(`${PATH}?columns=work,state,affects,to&format=csv`);
    expect(text).toBe("work,state,affects,to\r\nA larger disk,scheduled,rpc,2026-11-22T23:30:00.000Z\r\n");
  });

  test("starts maintenance of the whole service now and ends it; ended maintenance stays listed", async () => {
    await announce({ minutes: "30" });
    world.clock.advance(60_000);
    expect((await operator.open(PATH)).text).toContain("in progress");
    await operator.submit(`${PATH}/1/end`);
    world.clock.advance(1);
    const page = (await operator.open(PATH)).text;
    expect([page.includes(">completed<"), page.includes("End now")]).toEqual([true, false]);
  });

  test("a form submitted twice schedules once; ended maintenance cannot be ended again", async () => {
    await announce({ minutes: "30" });
    expect((await announce({ minutes: "30" })).status).toBe(409);
    expect(announced()).toHaveLength(1);
    world.clock.advance(60 * 60_000);
    await operator.open(PATH);
    expect((await operator.submit(`${PATH}/1/end`)).status).toBe(409);
    expect((await operator.submit(`${PATH}/99/end`)).status).toBe(404);
    expect((await operator.submit(`${PATH}/x/end`)).status).toBe(400);
  });

  const WRONG: Record<string, string>[] = [
    { minutes: "0" },
    { minutes: "30", title: "" },
    { minutes: "30", from: "tomorrow" },
    { minutes: "30", from: "2020-01-01T00:00" },
    { minutes: "30", from: "2027-02-30T10:00" },
    { minutes: "30", checks: "printer" },
  ];

  test.each(WRONG)("400 for %j, and nothing is scheduled", async (fields) => {
    const { status, text } = await announce(fields);
    expect([status, text]).toEqual([400, expect.stringMatching(/name="minutes"[^>]* value="\d+"/)]);
    expect(announced()).toEqual([]);
  });

  test("a viewer can read but not schedule", async () => {
    const viewer = await signedIn(world, "eve", "viewer");
    expect((await operator.open(PATH)).text).toContain(`href="${PATH}/new"`);
    expect((await operator.open(`${PATH}/new`)).text).toContain('name="minutes"');
    expect((await viewer.open(PATH)).text).not.toContain("Schedule maintenance");
    expect((await viewer.open(`${PATH}/new`)).status).toBe(403);
    await viewer.open("/admin/account");
    const answer = await viewer.submit(PATH, { title: "x", minutes: "5" });
    expect([answer.status, announced()]).toEqual([403, []]);
  });
});
