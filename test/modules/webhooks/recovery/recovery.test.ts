import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, isoUtc, MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { drainNext } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { emitEvent } from "../../../../src/modules/webhooks/events/index.ts";
import type { ReceivedAnswer } from "../../../harness/app/caller.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import {
  attempt,
  broken,
  createWebhook,
  credit,
  lease,
  records,
  states,
  switchTo,
} from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;
let begun: number;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_WEBHOOK_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  world.clock.advance(HOUR_MS);
  begun = world.clock.now();
});

afterEach(() => world.close());

const recover = (id: number, body: object = { since: isoUtc(begun) }, by = key) =>
  world.call("POST", `/api/partner/webhooks/${id}/recover`, { key: by, body });
const fault = ({ status, json }: ReceivedAnswer) => [status, json.error, json.details?.[0]?.field];
const credits = async (count: number) => {
  for (let i = 0; i < count; i++) {
    world.clock.advance(MINUTE_MS);
    await credit(world, key, "ext:zoe");
  }
};
const emit = (count: number) =>
  world.services.live.writer.run((tx) => {
    for (let i = 0; i < count; i++)
      emitEvent(tx, { partnerId: 1, type: "users.deleted", data: { user_id: "1", external_id: null } });
  });
const audited = () =>
  world.services.live.read.all<{ subject: string; details: string }>(
    "SELECT subject, details FROM audit_entries WHERE action = 'webhook.recover'",
  );

test("a webhook made too late gets what it missed, once, in order, and nothing from before `since`", async () => {
  await credits(3);
  const since = world.clock.now() + 1;
  await credits(2);
  world.clock.advance(MINUTE_MS);
  await createWebhook(world, key, "salutes.*");
  expect((await recover(1, { since: isoUtc(since) })).json).toMatchObject({
    webhook_id: 1,
    queued: 2,
    since: isoUtc(since),
    until: isoUtc(world.clock.now()),
    has_more: false,
    next_since: null,
  });
  expect(records(world).map(({ event_id, state }) => [event_id, state])).toEqual([
    [5, "pending"],
    [6, "pending"],
  ]);
  expect((await recover(1, { since: isoUtc(since) })).json.queued).toBe(0);
  expect((await recover(1)).json.queued).toBe(3);
  expect(broken(world)).toEqual([]);
  expect(audited().map(({ details }) => JSON.parse(details).queued)).toEqual([2, 3]);
});

test("the answer begins 30 days ago at the earliest, as older events are deleted", async () => {
  await createWebhook(world, key);
  world.clock.advance(40 * DAY_MS);
  const { json } = await recover(1);
  expect(json).toMatchObject({ queued: 0, since: isoUtc(world.clock.now() - 30 * DAY_MS) });
  const until = isoUtc(begun + HOUR_MS);
  expect((await recover(1, { since: isoUtc(begun), until })).json).toMatchObject({ since: until, until });
});

test("until ends the time, which it does not include; both are answered in UTC", async () => {
  await credits(3);
  await createWebhook(world, key);
  const until = begun + 2 * MINUTE_MS;
  const { json } = await recover(1, {
    since: isoUtc(begun).replace("Z", "+00:00"),
    until: isoUtc(until),
  });
  expect(json).toMatchObject({ queued: 1, since: isoUtc(begun), until: isoUtc(until) });
  expect(records(world).map(({ event_id }) => event_id)).toEqual([2]);
});

test("of the records that exist, only dead letters begin again", async () => {
  await createWebhook(world, key);
  await credits(6);
  await attempt(world, 1, "delivered");
  await attempt(world, 2, "failed");
  await attempt(world, 3, "dead_letter");
  await lease(world, 4);
  await attempt(world, 5, "dead_letter");
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE webhook_deliveries SET state = 'cancelled', died_at = NULL WHERE id = 5"),
  );
  world.clock.advance(MINUTE_MS);
  expect((await recover(1)).json).toMatchObject({ queued: 1, has_more: false });
  expect(states(world)).toEqual(["delivered", "failed", "pending", "delivering", "cancelled", "pending"]);
  expect(records(world)[2]).toMatchObject({ reason_tag: "receiver_fix", round_attempts: 0 });
});

test("neither a test of another webhook nor the news of its own dead letters goes to it", async () => {
  await createWebhook(world, key, "salutes.credit");
  await credits(1);
  await attempt(world, 1, "dead_letter");
  await world.call("POST", "/api/partner/webhooks/1/test", { key });
  await world.call("PATCH", "/api/partner/webhooks/1", { key, body: { event_type: "*" } });
  await createWebhook(world, key);
  world.clock.advance(MINUTE_MS);
  expect((await recover(1)).json.queued).toBe(1);
  expect((await recover(2)).json.queued).toBe(2);
  const heard = world.services.live.read.all<{ event_type: string }>(
    `SELECT e.event_type FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
       WHERE d.webhook_id = 2 ORDER BY d.id`,
  );
  expect(heard.map(({ event_type }) => event_type)).toEqual(["salutes.credit", "webhook.delivery_failed"]);
});

test("a webhook that is off holds what it missed until it is on", async () => {
  await createWebhook(world, key);
  await switchTo(world, key, 1, false);
  await world.call("PATCH", "/api/partner/webhooks/1", { key, body: { event_type: "salutes.*" } });
  expect((await recover(1, { since: isoUtc(begun - 2 * HOUR_MS) })).json.queued).toBe(0);
  await world.call("PATCH", "/api/partner/webhooks/1", { key, body: { event_type: "users.*" } });
  expect((await recover(1, { since: isoUtc(begun - 2 * HOUR_MS) })).json.queued).toBe(1);
  expect(states(world)).toEqual(["held"]);
  await switchTo(world, key, 1, true);
  await world.services.live.writer.run(drainNext);
  expect(states(world)).toEqual(["pending"]);
  expect(broken(world)).toEqual([]);
});

test("more than 5,000 take several requests, each going on where the last ended, with none twice", async () => {
  await emit(4_000);
  world.clock.advance(1);
  await emit(3_500);
  await createWebhook(world, key);
  world.clock.advance(MINUTE_MS);
  const first = (await recover(1)).json;
  expect(first).toMatchObject({ queued: 5_000, has_more: true, next_since: isoUtc(begun + 1) });
  const second = (await recover(1, { since: first.next_since })).json;
  expect(second).toMatchObject({ queued: 2_500, has_more: false, next_since: null });
  expect(new Set(records(world).map(({ event_id }) => event_id)).size).toBe(7_500);
  expect(broken(world)).toEqual([]);
});

test("a request that examined 100,000 events says where to go on, though none of them matched", async () => {
  await world.services.live.writer.run((tx) =>
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 101500)
         INSERT INTO events (id, uid, partner_id, sequence, event_type, data, fanout_count, created_at)
         SELECT i, 'evt_' || i, 1, i, 'users.deleted', '{}', 0, ? + i / 500 FROM n`,
      tx.now,
    ),
  );
  world.clock.advance(MINUTE_MS);
  await createWebhook(world, key, "salutes.credit");
  await credits(1);
  await world.services.live.writer.run((tx) => tx.run("DELETE FROM webhook_deliveries"));
  await world.services.live.writer.run((tx) => tx.run("UPDATE events SET fanout_count = 0"));
  world.clock.advance(MINUTE_MS);
  const first = (await recover(1)).json;
  expect(first).toMatchObject({ queued: 0, has_more: true });
  const second = (await recover(1, { since: first.next_since })).json;
  expect(second).toMatchObject({ queued: 1, has_more: false });
});

test("events of others are neither found nor queued; another's, a deleted and an unknown webhook is a 404", async () => {
  const other = await world.createKey("umbrella");
  await credits(2);
  await createWebhook(world, other);
  world.clock.advance(MINUTE_MS);
  expect((await recover(1, undefined, other)).json.queued).toBe(0);
  expect(fault(await recover(1))).toEqual([404, "webhook_not_found", undefined]);
  await world.call("DELETE", "/api/partner/webhooks/1", { key: other });
  expect((await recover(1, undefined, other)).status).toBe(404);
  expect(records(world)).toEqual([]);
});

test("the same request again gives its answer again and queues nothing; with another body it is a conflict", async () => {
  await credits(1);
  await createWebhook(world, key);
  world.clock.advance(MINUTE_MS);
  const send = (since: number) =>
    world.call("POST", "/api/partner/webhooks/1/recover", {
      key,
      idempotencyKey: "recover-1",
      body: { since: isoUtc(since) },
    });
  expect((await send(begun)).json.queued).toBe(1);
  expect((await send(begun)).json).toMatchObject({
    error: "idempotency_replay",
    original: { body: { queued: 1 } },
  });
  expect((await send(begun + 1)).json.error).toBe("idempotency_conflict");
  expect(records(world)).toHaveLength(1);
});

describe("400", () => {
  test.each([
    ["without since", {}, "since"],
    ["for text that is no time", { since: "yesterday" }, "since"],
    ["for a since to come", { since: "2030-01-01T00:00:00Z" }, "since"],
    ["for an until before since", { since: "2026-11-21T10:00:00Z", until: "2026-11-21T09:00:00Z" }, "since"],
  ])("%s", async (_, body, field) => {
    await createWebhook(world, key);
    expect(fault(await recover(1, body))).toEqual([400, "invalid_payload", field]);
  });
});

test("times before the oldest kept event are the same as its own", async () => {
  await credits(1);
  await createWebhook(world, key);
  world.clock.advance(MINUTE_MS);
  expect((await recover(1, { since: isoUtc(begun - 400 * DAY_MS) })).json.queued).toBe(2);
});
