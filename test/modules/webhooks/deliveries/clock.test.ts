import { afterEach, beforeEach, expect, test } from "bun:test";
import { checkFiles } from "../../../../src/compose/invariants.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { EngineRig } from "../../../harness/simulation/engine-rig.ts";
import { OK } from "../../../harness/simulation/fake-network.ts";

let rig: EngineRig;

beforeEach(async () => {
  rig = await EngineRig.create();
});

afterEach(async () => {
  expect((await checkFiles(rig.world.dataDir, true)).filter(({ ok }) => !ok)).toEqual([]);
  await rig.close();
});

const states = (ids: number[]) => ids.map((id) => rig.state(id).state);

test.each([
  ["a day ahead", DAY_MS],
  ["back by an hour", -HOUR_MS],
])(
  "a clock that is set %s loses no delivery: retries come due, and what is new goes at once",
  async (_, jump) => {
    await rig.webhook("acme", "shop.test");
    await rig.start();
    rig.network.behave("shop.test", { kind: "answer", status: 500 });
    const waiting = await rig.emit("acme", 3);
    await rig.pass(SECOND_MS);
    expect(states(waiting)).toEqual(["failed", "failed", "failed"]);
    rig.network.behave("shop.test", OK);
    rig.world.clock.advance(jump);
    await rig.pass(2 * SECOND_MS);
    const made = await rig.emit("acme", 2);
    await rig.pass(Math.abs(Math.min(0, jump)) + 5 * MINUTE_MS);
    expect(states([...waiting, ...made])).toEqual(new Array(5).fill("delivered"));
    expect(new Set(rig.network.seen.filter(({ status }) => status === 200).map(({ uid }) => uid)).size).toBe(
      5,
    );
  },
);

test("a clock that is set ahead while an attempt is under way sends it once", async () => {
  await rig.webhook("acme", "shop.test");
  await rig.start();
  rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 5 * SECOND_MS });
  const [id = 0] = await rig.emit("acme");
  await rig.quiet();
  expect(rig.state(id).state).toBe("delivering");
  const timers = rig.timers.nextAt ?? 0;
  rig.world.clock.advance(MINUTE_MS);
  await rig.engine.tick();
  await rig.quiet();
  expect([timers > 0, rig.network.seen.length]).toEqual([true, 1]);
});
