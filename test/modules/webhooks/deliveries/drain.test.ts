import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { Sql } from "../../../../src/db/sql.ts";
import { WriteUnavailable } from "../../../../src/db/write-errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { drainNext } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { TRANSITIONS } from "../../../../src/modules/webhooks/deliveries/rules.ts";
import { startDrain } from "../../../../src/modules/webhooks/deliveries/sending/run-drain.ts";
import { emitEvent } from "../../../../src/modules/webhooks/events/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { chooseSeed } from "../../../harness/simulation/random.ts";
import { until } from "../../../harness/until.ts";
import { Random } from "../../../sim/random.ts";
import { attempt, broken, createWebhook, credit, lease, records, states, switchTo } from "./fixture.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_WEBHOOK_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const remove = (id: number) => world.call("DELETE", `/api/partner/webhooks/${id}`, { key });
const isDraining = () =>
  world.services.live.read.get<{ n: number }>("SELECT SUM(is_settling) AS n FROM webhooks")?.n === 1;

/** Many records in one commit. */
const emitMany = (count: number) =>
  world.services.live.writer.run((tx) => {
    for (let i = 0; i < count; i++)
      emitEvent(tx, { partnerId: 1, type: "users.deleted", data: { user_id: String(i), external_id: null } });
  });

describe("a webhook that goes off", () => {
  test("holds what waits, keeps what ended, and leaves the attempt that is under way to end", async () => {
    await createWebhook(world, key);
    for (let i = 0; i < 5; i++) await credit(world, key, "ext:zoe");
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "failed");
    await attempt(world, 3, "dead_letter");
    await lease(world, 4);
    await switchTo(world, key, 1, false);
    expect(states(world)).toEqual(["delivered", "held", "dead_letter", "delivering", "held"]);
    expect(records(world)[1]).toMatchObject({ attempts: 1, reason_tag: "http_error", next_attempt_at: null });
    expect(isDraining()).toBe(false);
  });

  test("and on again has all of it due at once, in the order it was made", async () => {
    await createWebhook(world, key);
    for (let i = 0; i < 3; i++) await credit(world, key, "ext:zoe");
    await attempt(world, 1, "failed");
    await switchTo(world, key, 1, false);
    await credit(world, key, "ext:zoe");
    world.clock.advance(HOUR_MS);
    await switchTo(world, key, 1, true);
    expect(records(world)).toMatchObject(
      [1, 2, 3, 4].map((id) => ({
        id,
        state: "pending",
        held_at: null,
        next_attempt_at: world.clock.now(),
        round_held_ms: HOUR_MS,
      })),
    );
    expect(broken(world)).toEqual([]);
  });

  test("twice the same is no change of the records", async () => {
    await createWebhook(world, key);
    await credit(world, key, "ext:zoe");
    await switchTo(world, key, 1, false);
    const before = records(world);
    world.clock.advance(MINUTE_MS);
    await switchTo(world, key, 1, false);
    expect(records(world)).toEqual(before);
  });
});

describe("time that does not count for a round", () => {
  test("what was held counts once, also where all deliveries were paused meanwhile", async () => {
    const actor = { kind: "command", name: "test" } as const;
    const safeMode = (reason: string | null) =>
      world.services.live.writer.run((tx) => switchSafeMode(tx, actor, reason));
    await createWebhook(world, key);
    for (let each = 0; each < 2; each++) await credit(world, key, "ext:zoe");
    world.clock.advance(HOUR_MS);
    await switchTo(world, key, 1, false);
    world.clock.advance(HOUR_MS);
    await safeMode("drill");
    await safeMode("drill, and longer");
    world.clock.advance(3 * HOUR_MS);
    await safeMode(null);
    world.clock.advance(HOUR_MS);
    const reads = spyOn(Sql.prototype, "all");
    await switchTo(world, key, 1, true);
    expect(records(world)).toMatchObject([{ round_held_ms: 2 * HOUR_MS }, { round_held_ms: 2 * HOUR_MS }]);
    expect(reads.mock.calls.filter(([text]) => text.includes("FROM delivery_pauses"))).toHaveLength(1);
    reads.mockRestore();
    expect(
      world.services.live.read.all("SELECT reason, ended_at - started_at AS ms FROM delivery_pauses"),
    ).toEqual([{ reason: "safe_mode", ms: 3 * HOUR_MS }]);
  });
});

describe("a webhook that is deleted", () => {
  test("cancels what waits or is held; what ended stays, and all of it stays listed", async () => {
    await createWebhook(world, key);
    for (let i = 0; i < 3; i++) await credit(world, key, "ext:zoe");
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "failed");
    await remove(1);
    expect(states(world)).toEqual(["delivered", "cancelled", "cancelled"]);
    await createWebhook(world, key);
    await credit(world, key, "ext:zoe");
    await switchTo(world, key, 2, false);
    await remove(2);
    expect(states(world)).toEqual(["delivered", "cancelled", "cancelled", "cancelled"]);
    expect((await world.call("GET", "/api/partner/webhook-events", { key })).json.count).toBe(4);
    expect(broken(world)).toEqual([]);
  });
});

describe("a queue too long for one commit", () => {
  const LONG = 1_203;

  test("is moved in chunks, oldest first; until all is moved new records are held too", async () => {
    await createWebhook(world, key);
    await emitMany(LONG);
    await switchTo(world, key, 1, false);
    expect(isDraining()).toBe(true);
    expect(states(world).filter((state) => state === "held")).toHaveLength(500);
    await credit(world, key, "ext:zoe");
    expect(records(world).at(-1)?.state).toBe("held");
    expect(broken(world)).toEqual([]);
    const { live } = world.services;
    await switchTo(world, key, 1, true);
    expect(isDraining()).toBe(true);
    await credit(world, key, "ext:zoe");
    expect(records(world).at(-1)?.state).toBe("held");
    let steps = 0;
    while (await live.writer.run(drainNext)) steps++;
    expect(steps).toBeLessThan(5);
    expect(new Set(states(world))).toEqual(new Set(["pending"]));
    expect(isDraining()).toBe(false);
    expect(broken(world)).toEqual([]);
  });

  test("is moved on after the commit by itself, and after a restart", async () => {
    await createWebhook(world, key);
    await emitMany(LONG);
    const running = startDrain(world.services);
    await switchTo(world, key, 1, false);
    await until(() => !isDraining());
    expect(new Set(states(world))).toEqual(new Set(["held"]));
    await running.stop();
    await remove(1);
    expect(isDraining()).toBe(true);
    const again = startDrain(world.services);
    await until(() => !isDraining());
    await again.stop();
    expect(new Set(states(world))).toEqual(new Set(["cancelled"]));
  });

  test("is moved on where the file took no change for a while", async () => {
    await createWebhook(world, key);
    await emitMany(LONG);
    await switchTo(world, key, 1, false);
    const { live } = world.services;
    const run = live.writer.run.bind(live.writer);
    let refused = 0;
    live.writer.run = () => {
      refused++;
      live.writer.run = run;
      return Promise.reject(new WriteUnavailable("the disk is full"));
    };
    const running = startDrain(world.services);
    await until(() => !isDraining());
    await running.stop();
    expect([refused, new Set(states(world))]).toEqual([1, new Set(["held"])]);
  });
});

const SEED = chooseSeed();

test(`whatever is switched, deleted, attempted and replayed: the invariants hold and every move is one of the table (SEED=${SEED})`, async () => {
  const random = new Random(SEED);
  const before = new Map<number, string>();
  for (let step = 0; step < 120; step++) {
    const hooks = world.services.live.read.all<{ id: number }>(
      "SELECT id FROM webhooks WHERE deleted_at IS NULL",
    );
    const due = records(world).filter(({ state }) => state === "pending" || state === "failed");
    const choice = random.between(0, 9);
    if (choice === 0 || hooks.length === 0)
      await createWebhook(world, key, random.one(["*", "salutes.credit"]));
    else if (choice === 1 && random.chance(0.4)) await remove(random.one(hooks).id);
    else if (choice === 2) await switchTo(world, key, random.one(hooks).id, random.chance(0.6));
    else if (choice <= 5 && due.length > 0)
      await attempt(world, random.one(due).id, random.one(["delivered", "failed", "dead_letter"]));
    else if (choice === 6 && before.size > 0) {
      const event_ids = [...before.keys()].filter(() => random.chance(0.3)).slice(0, 20);
      if (event_ids.length > 0)
        await world.call("POST", "/api/partner/webhook-events/replay", { key, body: { event_ids } });
    } else await credit(world, key, "ext:zoe");
    world.clock.advance(random.between(0, HOUR_MS));
    for (const { id, state } of records(world)) {
      const was = before.get(id);
      // An attempt here ends in the step that begins it: what it passes on the way is not seen.
      const passed =
        was === "pending" || was === "failed" ? [...TRANSITIONS[was], ...TRANSITIONS.delivering] : [];
      const allowed = was === undefined ? [] : [...passed, ...TRANSITIONS[was as keyof typeof TRANSITIONS]];
      if (was !== undefined && was !== state) expect(allowed).toContain(state);
      before.set(id, state);
    }
    if (step % 10 === 9) expect(broken(world)).toEqual([]);
  }
  expect(broken(world)).toEqual([]);
});
