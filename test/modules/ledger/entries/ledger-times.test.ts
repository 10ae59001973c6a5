import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, isoUtc } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { countEntriesByHour } from "../../../../src/modules/ledger/entries/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { chooseSeed, seededRandom } from "../../../harness/simulation/random.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
});

afterEach(() => world.close());

async function credit(): Promise<void> {
  const body = { user_id: "ext:zoe", amount: 1, reason: "work" };
  expect((await world.call("POST", "/api/salutes/credit", { key, body })).status).toBe(200);
}

const ids = async (query: string): Promise<number[]> =>
  (await world.call("GET", `/api/salutes/ledger?limit=200${query}`, { key })).json.ledger.map(
    ({ id }: { id: number }) => id,
  );

describe("a search of times", () => {
  test("finds just what was booked then, however the clock was set in between", async () => {
    const random = seededRandom(chooseSeed());
    const start = world.clock.now();
    const booked: { id: number; at: number }[] = [];
    for (let id = 1; id <= 150; id++) {
      world.clock.advance(Math.floor((random() - 0.35) * 6 * HOUR_MS));
      await credit();
      booked.push({ id, at: world.clock.now() });
    }
    const byHour = [...Map.groupBy(booked, ({ at }) => Math.floor(at / HOUR_MS))].sort(([a], [b]) => a - b);
    expect(world.services.live.read.get("SELECT through_id FROM ledger_search")).toEqual({ through_id: 128 });
    expect(countEntriesByHour(world.services.live.read, 0)).toEqual(
      byHour.map(([hour, each]) => ({ hour, entries: each.length })),
    );
    world.clock.advance(Math.max(...booked.map(({ at }) => at)) - world.clock.now());
    for (let turn = 0; turn < 40; turn++) {
      const from = start + Math.floor((random() - 0.2) * 3 * DAY_MS);
      const to = from + Math.floor(random() * DAY_MS);
      const wanted = booked.filter(({ at }) => at >= from && at < to).map(({ id }) => id);
      const time = `&from=${isoUtc(from)}&to=${isoUtc(to)}`;
      expect(await ids(`${time}&order=asc`)).toEqual(wanted);
      expect(await ids(`${time}&user_id=ext:zoe`)).toEqual(wanted.toReversed());
      expect(await ids(`&from=${isoUtc(from)}&order=asc`)).toEqual(
        booked.filter(({ at }) => at >= from).map(({ id }) => id),
      );
    }
  });

  test("looks at the ids of its hours alone, and at none where there was nothing", async () => {
    await credit();
    world.clock.advance(30 * DAY_MS);
    for (let i = 0; i < 3; i++) await credit();
    expect(countEntriesByHour(world.services.live.read, 0).map(({ entries }) => entries)).toEqual([1, 3]);
    const then = world.clock.now() - 30 * DAY_MS;
    expect(await ids(`&from=${isoUtc(then - HOUR_MS)}&to=${isoUtc(then + HOUR_MS)}`)).toEqual([1]);
    expect(await ids(`&from=${isoUtc(then + DAY_MS)}&to=${isoUtc(then + 2 * DAY_MS)}`)).toEqual([]);
  });
});

test.each([
  "2026-02-30T00:00:00Z",
  "2026-04-31T00:00:00+02:00",
  "2025-02-29T12:00:00Z",
  "2026-13-01T00:00:00Z",
])("%s, which no calendar has, is 400", async (from) => {
  const world = await createWorld();
  const key = await world.createKey("acme");
  const answer = await world.call("GET", `/api/salutes/ledger?from=${encodeURIComponent(from)}`, { key });
  expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
    400,
    "invalid_query",
    "from",
  ]);
  await world.close();
});
