import { afterEach, beforeEach, expect, test } from "bun:test";
import { HOUR_MS } from "../../../../src/kit/clock.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const record = (times: number) => {
  for (let time = 0; time < times; time++) world.services.errors.record("not_found", "/here");
};
/** Number of counted refusals, stored or pending. */
const counted = () => {
  const hour = Math.floor(world.clock.now() / HOUR_MS);
  return world.services.errors.top({ fromHour: hour, toHour: hour }, 1_000, 10).counted;
};
const run = (sql: string) => world.services.live.writer.run((tx) => tx.run(sql));

test("refusals count while they are being stored, and once where two flushes meet", async () => {
  record(3);
  const flushes = [world.services.errors.flush(), world.services.errors.flush()];
  record(2);
  expect(counted()).toBe(5);
  await Promise.all(flushes);
  expect(counted()).toBe(5);
});

test("refusals that could not be stored are stored by the next flush, with those since", async () => {
  record(3);
  await run(
    "CREATE TRIGGER break_it BEFORE INSERT ON error_hours BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END",
  );
  await expect(world.services.errors.flush()).rejects.toThrow();
  record(2);
  expect(counted()).toBe(5);
  await run("DROP TRIGGER break_it");
  await world.services.errors.flush();
  const stored = world.services.live.read.get("SELECT sum(count) AS count FROM error_hours");
  expect([stored, counted()]).toEqual([{ count: 5 }, 5]);
});
