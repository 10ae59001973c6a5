import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { beginFeedsAgain, emitEvent } from "../../../../src/modules/webhooks/events/index.ts";
import { retention, runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { broken } from "../deliveries/fixture.ts";

const FEED = "/api/partner/events";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_WEBHOOK_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const emit = (partnerId: number, count: number, type: "users.deleted" | "webhook.test" = "users.deleted") =>
  world.services.live.writer.run((tx) => {
    for (let i = 0; i < count; i++) {
      if (type === "users.deleted")
        emitEvent(tx, { partnerId, type, data: { user_id: String(i), external_id: null } });
      else emitEvent(tx, { partnerId, type, data: { webhook_id: 1, message: "none" } });
    }
  });

async function sequences(query = "", of = key): Promise<number[]> {
  const answer = await world.call("GET", `${FEED}${query}`, { key: of });
  expect(answer.status).toBe(200);
  return answer.json.events.map(({ sequence }: { sequence: number }) => sequence);
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test("an event is listed without a webhook, with its number, time and the key of its request", async () => {
  const body = { external_id: "zoe" };
  const made = await world.call("POST", "/api/partner/users", { key, body, idempotencyKey: "make-zoe" });
  expect(made.status).toBe(201);
  const { json } = await world.call("GET", FEED, { key });
  expect(json).toMatchObject({
    count: 1,
    query: { after: null, types: null, limit: 50 },
    pagination: { has_more: false, next_offset: null, next_cursor: null, next_after: 1 },
  });
  expect(json.events).toMatchObject([
    {
      event_id: expect.stringMatching(/^evt_/),
      sequence: 1,
      event_type: "users.created",
      occurred_at: new Date(world.clock.now()).toISOString(),
      idempotency_key: "make-zoe",
      data: { external_id: "zoe" },
    },
  ]);
});

test("numbers have no gap per partner, whoever else's events lie between and whatever was undone", async () => {
  const other = await world.createKey("umbrella");
  for (let round = 0; round < 5; round++) {
    await emit(1, 33);
    await emit(2, 7);
    const undone = world.services.live.writer.run((tx) => {
      emitEvent(tx, { partnerId: 1, type: "webhook.test", data: { webhook_id: 1, message: "undone" } });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
  }
  expect(await sequences("?limit=200")).toEqual(upTo(1, 165));
  expect(await sequences("?limit=200", other)).toEqual(upTo(1, 35));
  expect(await sequences("?after=150")).toEqual(upTo(151, 165));
  expect(await sequences("?after=165")).toEqual([]);
  expect(broken(world)).toEqual([]);
});

test("pages continue with next_after and end", async () => {
  await emit(1, 130);
  const seen: number[] = [];
  for (let after: string | null = "0"; after !== null; ) {
    const { json }: { json: { events: { sequence: number }[]; pagination: { next_cursor: string | null } } } =
      await world.call("GET", `${FEED}?after=${after}&limit=60`, { key });
    seen.push(...json.events.map(({ sequence }) => sequence));
    after = json.pagination.next_cursor;
  }
  expect(seen).toEqual(upTo(1, 130));
});

test("pages continue with next_cursor as cursor, too, which does not go with after", async () => {
  await emit(1, 5);
  const { pagination } = (await world.call("GET", `${FEED}?limit=2`, { key })).json;
  expect(await sequences(`?limit=2&cursor=${pagination.next_cursor}`)).toEqual([3, 4]);
  const both = await world.call("GET", `${FEED}?after=2&cursor=2`, { key });
  expect([both.status, both.json.details[0].field]).toEqual([400, "cursor"]);
});

test("after lost events the feed begins again: an earlier after is 410, and new numbers are far above", async () => {
  await emit(1, 3);
  await world.services.live.writer.run((tx) => beginFeedsAgain(tx, 1_000_000));
  const behind = await world.call("GET", `${FEED}?after=3`, { key });
  expect([behind.status, behind.json.oldest_sequence]).toEqual([410, null]);
  expect(await sequences()).toEqual([]);
  await emit(1, 2);
  expect(await sequences()).toEqual([1_000_004, 1_000_005]);
  expect(broken(world)).toEqual([]);
});

test("types are names, prefixes or all; a page without a match still moves on", async () => {
  await emit(1, 3);
  await emit(1, 1, "webhook.test");
  expect(await sequences("?types=webhook.test")).toEqual([4]);
  expect(await sequences("?types=users.*")).toEqual([1, 2, 3]);
  expect(await sequences("?types=webhook.*,users.deleted")).toEqual([1, 2, 3, 4]);
  expect(await sequences("?types=*")).toEqual([1, 2, 3, 4]);
  const { json } = await world.call("GET", `${FEED}?types=donation.claim`, { key });
  expect(json).toMatchObject({ events: [], pagination: { has_more: false, next_after: 4 } });
  for (const types of ["nothing", "user*", "salute.*"]) {
    const refused = await world.call("GET", `${FEED}?types=${types}`, { key });
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_query"]);
  }
});

test("after 30 days an event leaves the feed: an earlier after is 410 with the oldest, and numbers go on", async () => {
  await emit(1, 70);
  world.clock.advance(31 * DAY_MS);
  await runJob(world, retention.name);
  const none = await world.call("GET", `${FEED}?after=3`, { key });
  expect([none.status, none.json.error, none.json.oldest_sequence]).toEqual([410, "events_expired", null]);
  await emit(1, 2);
  const gone = await world.call("GET", `${FEED}?after=3`, { key });
  expect([gone.status, gone.json.oldest_sequence]).toEqual([410, 71]);
  expect(await sequences()).toEqual([71, 72]);
  expect(await sequences("?after=70")).toEqual([71, 72]);
  expect(broken(world)).toEqual([]);
});

test("an item of a batch is named by its own key, or else by the batch's", async () => {
  await world.createUser(key, "zoe");
  const item = { operation: "credit", user_id: "ext:zoe", amount: 1, reason: "quest" };
  const refused = { ...item, operation: "debit", amount: 999, idempotency_key: "too-much" };
  const items = [{ ...item, idempotency_key: "first" }, refused, item];
  const body = { mode: "each", items };
  const sent = await world.call("POST", "/api/salutes/batch", { key, body, idempotencyKey: "whole" });
  expect(sent.json).toMatchObject({ applied: 2, refused: 1 });
  const { json } = await world.call("GET", `${FEED}?types=salutes.*`, { key });
  expect(json.events).toMatchObject([
    { sequence: 2, idempotency_key: "first" },
    { sequence: 3, idempotency_key: "whole" },
  ]);
});
