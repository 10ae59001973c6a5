import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { SECOND_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { readLateness, readOldestDueAt } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { EngineRig } from "../../../harness/simulation/engine-rig.ts";

const WAITING = "SELECT count(*) AS count FROM webhook_deliveries WHERE state = 'pending'";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await world.call("POST", "/api/partner/webhooks", {
    key,
    body: { event_type: "users.created", target_url: "https://partner.example/hook" },
  });
});

afterEach(() => world.close());

const late = () => readLateness(world.services.live.read, world.clock.now());
const alter = (text: string) => world.services.live.writer.run((tx) => tx.run(text));

describe("how late deliveries are", () => {
  test("nothing is due before there is an event; then the oldest of those that are", async () => {
    const nothing = { oldestDueAt: null, expiredLeases: 0, probedWebhooks: 0, hasDeliveries: false };
    expect(late()).toEqual(nothing);
    const first = world.clock.now();
    await world.createUser(key, "zoe");
    world.clock.advance(60_000);
    await world.createUser(key, "max");
    expect(late().oldestDueAt).toBe(first);
    expect((await world.call("GET", "/status.json")).json.checks.webhooks).toMatchObject({
      status: "warn",
      observed: { late_seconds: 60 },
    });
  });

  test("what waits for a receiver that is only probed is not late", async () => {
    await world.createUser(key, "zoe");
    await alter("UPDATE webhooks SET probe_at = 5");
    expect(late()).toMatchObject({ oldestDueAt: null, probedWebhooks: 1 });
  });

  test("each webhook costs two look-ups by index, however many records there are", () => {
    const plan = world.services.live.read
      .all<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT (SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending'
           ORDER BY id LIMIT 1), (SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'failed'
           ORDER BY next_attempt_at LIMIT 1) FROM webhooks AS w`,
      )
      .map(({ detail }) => detail)
      .join("; ");
    expect(plan).toContain("webhook_deliveries_waiting");
    expect(plan).toContain("webhook_deliveries_retries");
    expect(plan).not.toContain("SCAN webhook_deliveries");
  });
});

describe("what waits for its receiver is not late", () => {
  let rig: EngineRig;
  const secondsLate = () => {
    const now = rig.world.clock.now();
    return (now - (readOldestDueAt(rig.sql, now) ?? now)) / SECOND_MS;
  };

  /** A webhook with one success, so that it has all its slots. */
  async function proven(): Promise<number> {
    rig = await EngineRig.create();
    await rig.start();
    return rig.provenWebhook("acme", "shop.test");
  }

  afterEach(() => rig.close());

  test("a receiver that recovers and answers slowly", async () => {
    await proven();
    rig.network.behave("shop.test", { kind: "answer", status: 500 });
    await rig.emit("acme", 30);
    await rig.pass(600 * SECOND_MS);
    await rig.emit("acme", 500);
    await rig.pass(3_600 * SECOND_MS);
    rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 1_000 });
    const late: number[] = [];
    for (let i = 0; i < 12; i++) {
      await rig.pass(10 * SECOND_MS);
      late.push(secondsLate());
    }
    expect(Math.max(...late)).toBeLessThan(10);
    expect(rig.sql.one<{ count: number }>(WAITING).count).toBeGreaterThan(0);
  });

  test("a webhook with a rate of its own", async () => {
    const webhook = await proven();
    await rig.write((tx) =>
      tx.run("UPDATE webhooks SET max_per_second = 1, revision = revision + 1 WHERE id = ?", webhook),
    );
    await rig.emit("acme", 200);
    await rig.pass(120 * SECOND_MS);
    expect(secondsLate()).toBeLessThan(10);
    expect(rig.sql.one<{ count: number }>(WAITING).count).toBeGreaterThan(0);
  });

  test("records sent again that lie far apart, at a rate of the webhook's own", async () => {
    const webhook = await proven();
    await rig.emit("acme", 200 * 60);
    await rig.pass(SECOND_MS);
    await rig.write((tx) => {
      tx.run("UPDATE webhooks SET max_per_second = 1, revision = revision + 1 WHERE id = ?", webhook);
      tx.run(
        `UPDATE webhook_deliveries SET state = 'pending', delivered_at = NULL, next_attempt_at = ?, round_started_at = ?
             WHERE id % 200 = 0`,
        tx.now,
        tx.now,
      );
    });
    for (let second = 0; second < 30; second++) {
      void rig.engine.tick();
      await rig.pass(SECOND_MS);
    }
    expect(secondsLate()).toBeLessThan(10);
    expect(rig.sql.one<{ count: number }>(WAITING).count).toBeGreaterThan(20);
  });

  test("but a fast receiver's records are, and a slow one's once no attempt begins", async () => {
    await proven();
    await rig.emit("acme", 30);
    await rig.quiet();
    await rig.engine.stop(0);
    await rig.emit("acme", 30);
    rig.world.clock.advance(90 * SECOND_MS);
    expect(secondsLate()).toBe(90);
    await rig.write((tx) => {
      tx.run("DROP TRIGGER webhook_attempts_no_update");
      tx.run("UPDATE webhook_attempts SET duration_ms = 1000");
    });
    rig.world.clock.advance(90 * SECOND_MS);
    expect(secondsLate()).toBe(180);
  });
});
