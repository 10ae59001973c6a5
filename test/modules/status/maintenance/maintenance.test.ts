import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Actor } from "../../../../src/http/operation.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import {
  createMaintenance,
  endMaintenance,
  listMaintenance,
  type MaintenanceWindow,
} from "../../../../src/modules/status/maintenance/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ACTOR: Actor = { kind: "operator", name: "ops", role: "operator", session: null };

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

interface NewWindow {
  title?: string;
  from?: number | null;
  minutes?: number;
  checks?: string[];
}

const add = ({
  title = "A larger disk",
  from = null,
  minutes = 30,
  checks = [],
}: NewWindow): Promise<MaintenanceWindow> =>
  world.services.live.writer.run((tx) =>
    createMaintenance(tx, ACTOR, {
      title,
      checks,
      startsAt: from === null ? null : tx.now + from,
      ends: tx.now + (from ?? 0) + minutes * MINUTE_MS,
    }),
  );
const end = (id: number) => world.services.live.writer.run((tx) => endMaintenance(tx, ACTOR, id));
const shown = async () => (await world.call("GET", "/status.json")).json;

describe("maintenance", () => {
  test("appears in the status once scheduled and until its end", async () => {
    await add({ from: 10 * MINUTE_MS, checks: ["rpc"] });
    const { maintenance, checks } = await shown();
    expect(maintenance).toEqual([
      {
        id: 1,
        title: "A larger disk",
        checks: ["rpc"],
        starts_at: "2026-11-21T10:10:00.000Z",
        ends_at: "2026-11-21T10:40:00.000Z",
        state: "scheduled",
      },
    ]);
    expect(checks.rpc.in_maintenance).toBe(false);
    world.clock.advance(10 * MINUTE_MS);
    expect((await shown()).maintenance[0].state).toBe("in_progress");
    expect((await shown()).checks.rpc.in_maintenance).toBe(true);
    world.clock.advance(30 * MINUTE_MS);
    const after = await shown();
    expect([after.maintenance, after.checks.rpc.in_maintenance]).toEqual([[], false]);
  });

  test("of the whole service covers every check", async () => {
    await add({});
    const { in_maintenance, checks } = await shown();
    const each = Object.values<{ in_maintenance: boolean }>(checks).map((check) => check.in_maintenance);
    expect([in_maintenance, new Set(each)]).toEqual([true, new Set([true])]);
  });

  test("can be ended once, or cancelled before its start", async () => {
    const [running, planned] = [await add({}), await add({ title: "Later", from: DAY_MS })];
    world.clock.advance(MINUTE_MS);
    expect([await end(running.id), await end(planned.id)]).toEqual(["ended", "taken_back"]);
    expect((await shown()).maintenance).toEqual([]);
    expect(listMaintenance(world.services.live.read, 0)).toMatchObject([
      { id: running.id, ends_at: world.clock.now() },
    ]);
    for (const { id } of [running, planned])
      await expect(end(id)).rejects.toMatchObject({ code: "state_conflict" });
    await expect(end(99)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is audited with the operators who scheduled and ended it", async () => {
    const { id } = await add({ checks: ["jobs"] });
    world.clock.advance(MINUTE_MS);
    await end(id);
    expect(listAudit(world.services.live.read, 2)).toMatchObject([
      { actor: "ops", action: "maintenance.end", subject: "maintenance:1" },
      { actor: "ops", action: "maintenance.add", details: { title: "A larger disk", checks: ["jobs"] } },
    ]);
  });

  test.each([
    [{ title: "" }, "title"],
    [{ title: "x".repeat(121) }, "title"],
    [{ title: "A larger\u200b disk" }, "title"],
    [{ from: -1 }, "from"],
    [{ minutes: 0 }, "to"],
    [{ minutes: 30 * 24 * 60 + 1 }, "to"],
  ])("%j is refused, naming the field, and nothing is announced", async (wanted, field) => {
    const refused = add(wanted as NewWindow);
    await expect(refused).rejects.toMatchObject({
      code: "invalid_payload",
      options: { details: [{ field }] },
    });
    expect(listMaintenance(world.services.live.read, 0)).toEqual([]);
  });

  test("a title is unique among unfinished maintenance, so a form submitted twice schedules once", async () => {
    const { id } = await add({});
    await expect(add({ from: DAY_MS })).rejects.toMatchObject({ code: "state_conflict" });
    await end(id);
    await add({});
  });

  test("at most a hundred windows may be unfinished; ended and cancelled ones do not count", async () => {
    for (let made = 0; made < 100; made++) await add({ title: `Disk ${made}`, from: DAY_MS });
    await expect(add({})).rejects.toMatchObject({ code: "state_conflict" });
    await end(1);
    await add({});
  });
});
