import { afterEach, expect, test } from "bun:test";
import { runJob } from "../../../harness/app/jobs.ts";
import type { World } from "../../../harness/app/world.ts";
import { createScheduledWorld, DAY_MS, ENTRY, schedule } from "./fixture.ts";

let world: World;
afterEach(() => world.close());

const SECRET_HOOK = "http://127.0.0.1:9/hook";
const BALANCE = "/api/salutes/balance?user_id=ext:zoe";

const events = () =>
  world.services.live.read
    .all<{ partner: string; data: string }>(
      `SELECT p.name AS partner, e.data FROM events e JOIN partners p ON p.id = e.partner_id
         WHERE event_type = 'api.deprecation' ORDER BY e.id`,
    )
    .map(({ partner, data }) => [partner, JSON.parse(data).days_left, JSON.parse(data).calls]);
const alerts = () =>
  world.services.live.read
    .all<{ title: string }>("SELECT title FROM alerts WHERE type = 'deprecation.due' ORDER BY id")
    .map(({ title }) => title);

test("7 days and 1 day before the sunset each partner that still calls gets one reminder, and so do operators", async () => {
  world = await createScheduledWorld(schedule(ENTRY), { ALERT_WEBHOOK_URL: SECRET_HOOK });
  const [calling, quiet] = [await world.createKey("calling"), await world.createKey("quiet")];
  await world.createUser(calling, "zoe");
  await world.createUser(quiet, "zoe");
  await world.call("GET", BALANCE, { key: calling });
  await world.call("GET", BALANCE);
  world.clock.advance(13 * DAY_MS - 1);
  expect(await runJob(world, "deprecations")).toBe("no reminders due");
  expect([events(), alerts()]).toEqual([[], []]);
  world.clock.advance(1);
  expect(await runJob(world, "deprecations")).toBe("1 reminders sent to partners");
  await runJob(world, "deprecations");
  expect(events()).toEqual([["calling", 7, 1]]);
  expect(alerts()).toEqual([
    expect.stringContaining("old-balance reaches its sunset in 7 days: 1 partner still calls it"),
  ]);
  world.clock.advance(6 * DAY_MS);
  await runJob(world, "deprecations");
  expect(events()).toEqual([
    ["calling", 7, 1],
    ["calling", 1, 1],
  ]);
  expect(alerts()).toHaveLength(2);
  world.clock.advance(DAY_MS);
  expect(await runJob(world, "deprecations")).toBe("no reminders due");
  expect([events().length, alerts().length]).toEqual([2, 2]);
});

test("operators see a notice about a sunset in the next seven days, and not earlier", async () => {
  world = await createScheduledWorld();
  const mine = () => world.services.notices().filter(({ path }) => path === "/admin/deprecations");
  world.clock.advance(13 * DAY_MS - 1);
  expect(mine()).toEqual([]);
  world.clock.advance(1);
  expect(mine()).toEqual([
    expect.objectContaining({ title: expect.stringContaining("reaches its sunset in 7 days") }),
  ]);
  world.clock.advance(7 * DAY_MS);
  expect(mine()).toEqual([]);
});

test("who calls for the first time after the seventh day learns how many days are left", async () => {
  world = await createScheduledWorld(schedule(ENTRY), { ALERT_WEBHOOK_URL: SECRET_HOOK });
  const key = await world.createKey("calling");
  await world.createUser(key, "zoe");
  world.clock.advance(15.5 * DAY_MS);
  await world.call("GET", BALANCE, { key });
  await runJob(world, "deprecations");
  expect(events()).toEqual([["calling", 5, 1]]);
  expect(alerts()).toEqual([expect.stringContaining("reaches its sunset in 5 days")]);
});

test("a server that was down on the seventh day sends only the last reminder", async () => {
  world = await createScheduledWorld();
  const key = await world.createKey("calling");
  await world.createUser(key, "zoe");
  await world.call("GET", BALANCE, { key });
  world.clock.advance(19.5 * DAY_MS);
  await runJob(world, "deprecations");
  expect(events()).toEqual([["calling", 1, 1]]);
});
