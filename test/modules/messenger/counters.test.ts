import { afterEach, beforeEach, expect, test } from "bun:test";
import { createMessengerWorld } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const count = () => world.services.messengerCounters.count("duplicate", "message");
const flush = () => world.services.messengerCounters.flush();
const stored = () =>
  world.services.live.read.get<{ count: number | null }>("SELECT sum(count) AS count FROM messenger_hours")
    ?.count;
const run = (sql: string) => world.services.live.writer.run((tx) => tx.run(sql));

test("counters are stored once where two flushes meet", async () => {
  count();
  await Promise.all([flush(), flush()]);
  expect(stored()).toBe(1);
});

test("counters that could not be stored are stored by the next flush, with those since", async () => {
  count();
  await run(
    "CREATE TRIGGER break_it BEFORE INSERT ON messenger_hours BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END",
  );
  await expect(flush()).rejects.toThrow();
  count();
  expect(world.services.messengerCounters.pending().reduce((sum, each) => sum + each.count, 0)).toBe(2);
  await run("DROP TRIGGER break_it");
  await flush();
  expect([stored(), world.services.messengerCounters.pending()]).toEqual([2, []]);
});
