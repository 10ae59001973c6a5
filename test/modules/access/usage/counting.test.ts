import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { countInBucket, type Histogram, percentileMs, toBucket } from "../../../../src/kit/histogram.ts";
import {
  purgeUsage,
  readKeysUsage,
  sumTraffic,
  usageWindow,
} from "../../../../src/modules/access/usage/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const KEYS = ["pk_live_a", "pk_live_b", "pk_live_c"];

interface Step {
  keyId: string;
  route: string;
  status: number;
  ms: number;
  gapMs: number;
  after: "nothing" | "flush" | "purge";
}

/** A request, the time until the next, and what happens between the two. 150 of them take some 37 days. */
const step: fc.Arbitrary<Step> = fc.record({
  keyId: fc.constantFrom(...KEYS),
  route: fc.constantFrom("GET /api/a", "POST /api/a", "GET /api/b/{id}"),
  status: fc.constantFrom(200, 304, 404, 429, 500),
  ms: fc.double({ min: 0, max: 2_000, noNaN: true }),
  gapMs: fc.nat(12 * 60 * MINUTE_MS),
  after: fc.constantFrom("nothing", "nothing", "flush", "purge"),
});

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const nowMinute = () => Math.floor(world.clock.now() / MINUTE_MS);
const read = (keyIds: readonly string[], hours: number) =>
  sumTraffic(
    readKeysUsage(world.services.live.read, world.services.usage, {
      keyIds,
      window: usageWindow(world.clock.now(), hours),
    }),
  );
const purgeAll = async (beforeMinute: number, chunk: number): Promise<number[]> => {
  const gone: number[] = [];
  do gone.push(await world.services.live.writer.run((tx) => purgeUsage(tx, beforeMinute, chunk)));
  while (gone.at(-1) !== 0);
  return gone;
};
const storedRows = (table: string) =>
  world.services.live.read.get<{ rows: number }>(`SELECT COUNT(*) AS rows FROM ${table}`)?.rows;

describe("counting over minutes, hours and days", () => {
  test(
    "any window adds up to what was recorded in it, as if each request were kept",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 150, maxLength: 150 }),
          fc.array(fc.integer({ min: 1, max: 840 }), { minLength: 5, maxLength: 5 }),
          fc.subarray(KEYS),
          async (steps, someHours, keyIds) => {
            await world.close();
            world = await createWorld();
            const kept: (Step & { minute: number })[] = [];
            for (const each of steps) {
              world.services.usage.record({ ...each, durationMs: each.ms });
              kept.push({ ...each, minute: nowMinute() });
              world.clock.advance(each.gapMs);
              if (each.after !== "nothing") await world.services.usage.flush();
              if (each.after === "purge") await purgeAll(nowMinute() - 35 * DAY_MINUTES, 7);
            }
            for (const hours of [1, 24, 840, ...someHours]) {
              const from = nowMinute() - hours * 60;
              const inside = kept.filter((each) => each.minute >= from && keyIds.includes(each.keyId));
              const histogram: Histogram = new Map();
              for (const { ms } of inside) countInBucket(histogram, toBucket(ms));
              const traffic = read(keyIds, hours);
              expect({ ...traffic, histogram: percentileMs(traffic.histogram, 95) }).toEqual({
                requests: inside.length,
                errors: inside.filter(({ status }) => status >= 400).length,
                serverErrors: inside.filter(({ status }) => status >= 500).length,
                rateLimited: inside.filter(({ status }) => status === 429).length,
                histogram: percentileMs(histogram, 95),
              });
            }
          },
        ),
        { numRuns: 4 },
      ),
    30_000,
  );

  test("recorded while a flush is under way, a request counts once", async () => {
    const { usage } = world.services;
    usage.record({ keyId: "pk_live_a", route: "GET /api/a", status: 200, durationMs: 1 });
    const flushed = usage.flush();
    usage.record({ keyId: "pk_live_a", route: "GET /api/a", status: 200, durationMs: 1 });
    // The flush takes its cells within these, and commits in a later turn of the event loop.
    for (let microtask = 0; microtask < 10; microtask++) await null;
    expect([...usage.pending()]).toHaveLength(1);
    usage.record({ keyId: "pk_live_a", route: "GET /api/a", status: 200, durationMs: 1 });
    expect([...usage.pending()]).toHaveLength(2);
    expect(read(["pk_live_a"], 1).requests).toBe(3);
    const again = usage.flush();
    expect(read(["pk_live_a"], 1).requests).toBe(3);
    await Promise.all([flushed, again]);
    expect(read(["pk_live_a"], 1).requests).toBe(3);
    expect([...usage.pending()]).toEqual([]);
  });

  test("purgeUsage deletes what began before a minute, a chunk a call, and says 0 when done", async () => {
    for (let day = 0; day < 3; day++) {
      for (let cell = 0; cell < 10; cell++)
        world.services.usage.record({
          keyId: `pk_live_${cell}`,
          route: "GET /api/a",
          status: 200,
          durationMs: 1,
        });
      world.clock.advance(DAY_MINUTES * MINUTE_MS);
      await world.services.usage.flush();
    }
    // 10 keys and all together, on 3 days: a minute each, an hour and a day each.
    expect([storedRows("usage_minutes"), storedRows("usage_rollups")]).toEqual([33, 66]);
    const gone = await purgeAll(nowMinute() - DAY_MINUTES, 15);
    expect(Math.max(...gone)).toBeLessThanOrEqual(30);
    // The day that holds the minute began before it.
    expect([storedRows("usage_minutes"), storedRows("usage_rollups")]).toEqual([11, 11]);
    expect(read(["pk_live_0"], 24).requests).toBe(1);
  });
});
