import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { createWebhook, credit } from "./fixture.ts";

/** Delivery records of some types of events, which no index of records has. */

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await createWebhook(world, key, "*");
  await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const list = async (query: string, by = key) =>
  (await world.call("GET", `/api/partner/webhook-events?${query}`, { key: by })).json;
const ids = async (query: string, by = key) =>
  (await list(query, by)).events.map(({ id }: { id: number }) => id);

/** Stores delivered records of another type, newer than all others. */
const store = (count: number) =>
  world.services.live.writer.run((tx) => {
    const rows = `WITH RECURSIVE n(i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < ${100 + count}) SELECT`;
    tx.run(
      `INSERT INTO events (id, uid, partner_id, sequence, event_type, data, fanout_count, created_at)
         ${rows} i, 'evt_' || i, 1, i, 'users.updated', '{}', 1, ? FROM n`,
      tx.now,
    );
    tx.run(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, delivered_at,
         created_at, updated_at) ${rows} 1, i, 1, 'delivered', ?1, ?1, ?1, ?1 FROM n`,
      tx.now,
    );
  });

test("one type, several types, and a type together with other filters", async () => {
  await credit(world, key, "ext:zoe");
  await createWebhook(world, key, "salutes.credit");
  await credit(world, key, "ext:zoe");
  expect(await ids("event_type=users.created")).toEqual([1]);
  expect(await ids("event_type=salutes.credit")).toEqual([4, 3, 2]);
  expect(await ids("event_type=salutes.credit&event_type=users.created")).toEqual([4, 3, 2, 1]);
  expect(await ids("event_type=salutes.credit&webhook_id=2")).toEqual([4]);
  expect(await ids("event_type=salutes.credit&event_id=1")).toEqual([]);
  expect((await list("event_type=salutes.credit&event_type=users.created")).query.event_type).toEqual([
    "salutes.credit",
    "users.created",
  ]);
  expect((await list("event_type=users.created")).query.event_type).toBe("users.created");
  expect(await ids("event_type=salutes.credit", await world.createKey("globex"))).toEqual([]);
  const { error, details } = await list("event_type=users.nothing");
  expect([error, details[0].field]).toEqual(["invalid_query", "event_type"]);
});

test("pages continue by cursor and by offset, and a cursor is bound to the types", async () => {
  for (let i = 0; i < 5; i++) await credit(world, key, "ext:zoe");
  const first = await list("event_type=salutes.credit&limit=2");
  expect(first.pagination).toMatchObject({ has_more: true, next_offset: 2 });
  const { next_cursor: cursor } = first.pagination;
  expect(await ids(`event_type=salutes.credit&limit=2&cursor=${cursor}`)).toEqual([4, 3]);
  expect(await ids("event_type=salutes.credit&limit=2&offset=4")).toEqual([2]);
  expect((await list(`event_type=users.created&limit=2&cursor=${cursor}`)).error).toBe("invalid_query");
});

test("a page ends after 5,000 examined records and says that there may be more", async () => {
  await store(5_000);
  const first = await list("event_type=users.created");
  expect([first.count, first.pagination.has_more, first.pagination.next_offset]).toEqual([0, true, null]);
  const rest = await list(`event_type=users.created&cursor=${first.pagination.next_cursor}`);
  expect(rest).toMatchObject({ count: 1, events: [{ id: 1 }], pagination: { has_more: false } });
});
