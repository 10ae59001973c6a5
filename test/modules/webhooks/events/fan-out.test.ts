import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Database } from "../../../../src/db/database.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { switchWebhook } from "../../../../src/modules/webhooks/deliveries/index.ts";
import {
  EVENT_TYPES,
  type EventType,
  emitEvent,
  expandPattern,
} from "../../../../src/modules/webhooks/events/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { broken, createWebhook, credit, records, states, switchTo } from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_WEBHOOK_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const lastEvent = () =>
  world.services.live.read.get<{ id: number; event_type: string; fanout_count: number }>(
    "SELECT id, event_type, fanout_count FROM events ORDER BY id DESC LIMIT 1",
  );
const receivers = () => records(world).map(({ webhook_id }) => webhook_id);

describe("each event has one record for each webhook of its type", () => {
  test("its own type and *, made with it: due now, in the event's partner's name", async () => {
    await createWebhook(world, key, "salutes.credit");
    await createWebhook(world, key, "*");
    await createWebhook(world, key, "salutes.debit");
    await credit(world, key, "ext:zoe");
    const event = lastEvent();
    expect(event).toMatchObject({ event_type: "salutes.credit", fanout_count: 2 });
    expect(records(world)).toMatchObject(
      [1, 2].map((webhook_id) => ({
        webhook_id,
        event_id: event?.id,
        partner_id: 1,
        state: "pending",
        attempts: 0,
        next_attempt_at: world.clock.now(),
        created_at: world.clock.now(),
      })),
    );
    expect(broken(world)).toEqual([]);
  });

  test("none for another partner's webhooks, or for deleted ones; one that is off keeps its own", async () => {
    const other = await world.createKey("umbrella");
    await createWebhook(world, other);
    await createWebhook(world, key);
    await createWebhook(world, key);
    await switchTo(world, key, 2, false);
    await world.call("DELETE", "/api/partner/webhooks/3", { key });
    await credit(world, key, "ext:zoe");
    expect(records(world)).toMatchObject([
      { webhook_id: 2, state: "held", next_attempt_at: null, held_at: world.clock.now() },
    ]);
    expect(lastEvent()?.fanout_count).toBe(1);
    expect(broken(world)).toEqual([]);
  });

  test("a change that is refused makes neither event nor record", async () => {
    await createWebhook(world, key);
    const body = { user_id: "ext:zoe", amount: 5, reason: "shop" };
    expect((await world.call("POST", "/api/salutes/debit", { key, body })).status).toBe(409);
    expect(records(world)).toEqual([]);
    expect(lastEvent()?.event_type).toBe("users.created");
  });

  test("an audience of all but one, and of one alone that subscribes to something else", async () => {
    await createWebhook(world, key, "*");
    await createWebhook(world, key, "webhook.delivery_failed");
    await createWebhook(world, key, "users.deleted");
    const data = { webhook_id: 3, message: "x" };
    const { live } = world.services;
    await world.createKey("umbrella");
    await live.writer.run((tx) => emitEvent(tx, { partnerId: 1, type: "webhook.test", data }, { only: 3 }));
    expect(receivers()).toEqual([3]);
    await live.writer.run((tx) => emitEvent(tx, { partnerId: 1, type: "webhook.test", data }, { except: 1 }));
    expect([receivers(), lastEvent()?.fanout_count]).toEqual([[3], 0]);
    await live.writer.run((tx) => emitEvent(tx, { partnerId: 2, type: "webhook.test", data }, { only: 3 }));
    expect(receivers()).toEqual([3]);
  });

  test("whatever webhooks there are and whatever happens: as many records as the event counts, at the right ones", async () => {
    const { live } = world.services;
    const names = [
      "*",
      "salutes.credit",
      "salutes.*",
      "webhook.test",
      "webhook.*",
      "users.*",
      "salutes.converted",
    ];
    const subscription = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
    const webhook = fc.record({
      partner: fc.constantFrom(1, 2),
      subscription,
      active: fc.boolean(),
      settling: fc.boolean(),
      deleted: fc.boolean(),
    });
    await world.createKey("umbrella");
    await fc.assert(
      fc.asyncProperty(
        fc.array(webhook, { maxLength: 8 }),
        fc.constantFrom(1, 2),
        fc.constantFrom<EventType>("webhook.test", "salutes.credit"),
        async (webhooks, partner, type) => {
          const expected: [number, string][] = [];
          await live.writer.run((tx) => {
            for (const table of ["webhook_deliveries", "webhooks"]) tx.run(`DELETE FROM ${table}`);
            tx.run("DELETE FROM events");
            for (const each of webhooks) {
              const { lastInsertRowid: id } = tx.run(
                `INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active, is_settling,
                   revision, consecutive_failures, is_slow, created_at, updated_at, deleted_at)
                   VALUES (lower(hex(randomblob(8))), ?, ?, 'x', 'k.x', ?, ?, 1, 0, 0, 1, 1, ?)`,
                each.partner,
                JSON.stringify(each.subscription),
                Number(each.active),
                Number(each.settling),
                each.deleted ? 1 : null,
              );
              const hears = each.subscription.some((name) => expandPattern(name).includes(type));
              if (each.partner === partner && hears && !each.deleted)
                expected.push([id, each.active && !each.settling ? "pending" : "held"]);
            }
            const data = { webhook_id: 1, message: "x" } as never;
            const emitted = emitEvent(tx, { partnerId: partner, type, data });
            expect(emitted.deliveryIds).toHaveLength(expected.length);
          });
          const made = records(world).map((row) => [row.webhook_id, row.state] as [number, string]);
          expect(made.sort(([a], [b]) => a - b)).toEqual(expected);
          expect(lastEvent()?.fanout_count).toBe(expected.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("who delivers is woken", () => {
  test("once a commit that made due records, after it, and by no other", async () => {
    const seen: string[][] = [];
    const { live } = world.services;
    const unlisten = live.writer.listen("deliveries", () => seen.push(states(world)));
    await credit(world, key, "ext:zoe");
    expect(seen).toEqual([]);
    await createWebhook(world, key);
    expect(seen).toEqual([]);
    await Promise.all([credit(world, key, "ext:zoe"), credit(world, key, "ext:zoe")]);
    expect(seen.at(-1)).toEqual(["pending", "pending"]);
    const calls = seen.length;
    await switchTo(world, key, 1, false);
    await credit(world, key, "ext:zoe");
    expect(seen).toHaveLength(calls);
    await switchTo(world, key, 1, true);
    expect(seen.at(-1)).toEqual(["pending", "pending", "pending"]);
    unlisten();
    const after = seen.length;
    await credit(world, key, "ext:zoe");
    expect(seen).toHaveLength(after);
  });
});

describe("in a sandbox file", () => {
  test("a delivery that is due is delivered at once, by one simulated attempt; nobody is woken", async () => {
    const path = join(world.dataDir, "sandbox-file.db");
    const db = Database.open(path, world.clock, { simulatesDeliveries: true });
    let woken = 0;
    db.writer.listen("deliveries", () => woken++);
    await db.writer.run((tx) => {
      tx.run("INSERT INTO partners (name, created_at) VALUES ('acme', 1)");
      for (const [index, active] of [1, 0].entries()) {
        tx.run(
          `INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active, is_settling,
             revision, consecutive_failures, is_slow, created_at, updated_at)
             VALUES (?, 1, '["*"]', 'x', 'k.x', ?, 0, 1, 0, 0, 1, 1)`,
          `w${index}`,
          active,
        );
      }
      emitEvent(tx, { partnerId: 1, type: "users.deleted", data: { user_id: "1", external_id: "zoe" } });
    });
    const made = db.read.all("SELECT state, attempts, delivered_at FROM webhook_deliveries ORDER BY id");
    expect(made).toEqual([
      { state: "delivered", attempts: 1, delivered_at: world.clock.now() },
      { state: "held", attempts: 0, delivered_at: null },
    ]);
    expect(
      db.read.all("SELECT delivery_id, attempt, http_status, is_simulated FROM webhook_attempts"),
    ).toEqual([{ delivery_id: 1, attempt: 1, http_status: 200, is_simulated: 1 }]);
    await db.writer.run((tx) => {
      for (let i = 0; i < 1_100; i++)
        emitEvent(tx, { partnerId: 1, type: "users.deleted", data: { user_id: "1", external_id: "zoe" } });
      switchWebhook(tx, 2, "on");
    });
    expect(db.read.all("SELECT state, COUNT(*) AS n FROM webhook_deliveries GROUP BY state")).toEqual([
      { state: "delivered", n: 2_202 },
    ]);
    expect(db.read.all("SELECT is_settling FROM webhooks WHERE id = 2")).toEqual([{ is_settling: 0 }]);
    expect(woken).toBe(0);
    await db.close();
    rmSync(path);
  });
});

test("the catalogue names each type once, and every shape is an object", () => {
  expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
  expect(EVENT_TYPES).toContain("webhook.delivery_failed");
});
