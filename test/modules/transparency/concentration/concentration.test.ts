import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { ensureTokenId } from "../public-audits/fixture.ts";

const PATH = "/transparency/wallet-concentration";
const DAY_MS = 86_400_000;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const read = async () => (await world.call("GET", `${PATH}.json`)).json;

async function putDays(count: number, top1 = 40.1234): Promise<number> {
  const tokenId = await ensureTokenId(world);
  const first = world.clock.now() - count * DAY_MS;
  await world.services.live.writer.run((tx) => {
    for (let day = 1; day <= count; day++) {
      const at = first + day * DAY_MS;
      tx.run(
        `INSERT INTO token_concentrations (token_id, day, taken_at, slot, owners, top1_pct, top5_pct, top10_pct, gini, hhi,
           nakamoto, excluding_owners, excluding_top1_pct, excluding_top5_pct, excluding_top10_pct, excluding_gini,
           excluding_hhi, excluding_nakamoto)
           VALUES (?, ?, ?, ?, 10, ?, 70.5, 99.9999, 0.61, 2100.25, 2, 0, 0, 0, 0, NULL, NULL, NULL)`,
        tokenId,
        new Date(at).toISOString().slice(0, 10),
        at,
        1000 + day,
        top1,
      );
    }
  });
  return world.clock.now();
}

describe("concentration by day", () => {
  test("is empty before the first scan, also in production without a chain", async () => {
    const bare = await createWorld({ SALUTE_ENV: "production" });
    for (const each of [world, bare]) {
      const { status, json } = await each.call("GET", `${PATH}.json`);
      expect([status, json.latest, json.trend_points, json.count]).toEqual([200, null, [], 0]);
      expect(parseCsv((await each.call("GET", `${PATH}.csv`)).text)).toEqual([]);
    }
    await bare.close();
  });

  test("points are ordered oldest first, and latest is the newest", async () => {
    const at = await putDays(3);
    const { latest, trend_points, count, chain_mode } = await read();
    expect([count, chain_mode]).toEqual([3, "demo"]);
    expect(trend_points.map(({ slot }: { slot: number }) => slot)).toEqual([1001, 1002, 1003]);
    expect(latest).toEqual({
      taken_at: new Date(at).toISOString(),
      slot: 1003,
      owners: 10,
      top1_pct: 40.1234,
      top5_pct: 70.5,
      top10_pct: 99.9999,
      gini: 0.61,
      hhi: 2100.25,
      nakamoto: 2,
      excluding: { owners: 0, top1_pct: 0, top5_pct: 0, top10_pct: 0, gini: null, hhi: null, nakamoto: null },
    });
    expect(latest).toEqual(trend_points[2]);
  });

  test("covers at most the newest 365 days", async () => {
    await putDays(370);
    const { trend_points } = await read();
    expect([trend_points.length, trend_points[0].slot, trend_points.at(-1).slot]).toEqual([365, 1006, 1370]);
  });

  test("CSV has the same points", async () => {
    await putDays(2);
    const { trend_points } = await read();
    const text = (value: unknown) => (value === null ? "" : String(value));
    const rows = trend_points.map(({ excluding, ...point }: Record<string, Record<string, unknown>>) => ({
      ...Object.fromEntries(Object.entries(point).map(([name, value]) => [name, text(value)])),
      ...Object.fromEntries(
        Object.entries(excluding ?? {}).map(([name, value]) => [`excluding_${name}`, text(value)]),
      ),
    }));
    expect(parseCsv((await world.call("GET", `${PATH}.csv`)).text)).toEqual(rows);
  });

  test("Last-Modified is the time of the last scan", async () => {
    const lastModified = new Date(await putDays(1)).toUTCString();
    await expectValidators(world, `${PATH}.json`, {}, { lastModified, cacheControl: "public, max-age=60" });
  });
});
