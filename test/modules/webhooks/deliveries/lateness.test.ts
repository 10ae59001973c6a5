import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { readLateness } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

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
