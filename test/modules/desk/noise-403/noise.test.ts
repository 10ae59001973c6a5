import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../../../src/kit/clock.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { type CallOptions, createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";

let world: World;
let viewer: CallOptions;

const NOISE = "/admin/ops/readiness/403-noise/export";

beforeEach(async () => {
  world = await createWorld();
  viewer = { headers: { authorization: `Bearer ${(await makeOperator(world, "eve", "viewer")).token}` } };
});

afterEach(() => world.close());

const get = (target: string) => world.call("GET", target, viewer);

/** Records refusals at the current time, some of them suppressed. */
const refuse = async (count: number, suppressed = 0) => {
  const { refusals } = world.services;
  const file = refusals.suppressions;
  const far = world.clock.now() + 300 * DAY_MS;
  const rule = {
    id: "known",
    path_glob: "/known",
    note: "",
    owner: "zoe",
    created_at: null,
    expires_at: far,
  };
  const any = { method: null, reason: null, key_id: null, source: null };
  if (suppressed > 0) file.replace([{ ...rule, ...any }], world.clock.now());
  for (let index = 0; index < count; index++)
    refusals.record({
      method: "GET",
      path: index < suppressed ? "/known" : "/admin/jobs",
      reason: "operator_required",
      keyId: "",
      address: "192.0.2.1",
      userAgent: "",
    });
  await refusals.store();
};

test("a new installation has too little data, and no rate without refusals", async () => {
  const { json } = await get(`${NOISE}.json?include_windows_meta=1`);
  expect(json.windows.map(({ days }: { days: number }) => days)).toEqual([7, 14, 30]);
  expect(json.windows[0]).toEqual({
    days: 7,
    total: 0,
    suppressed: 0,
    unsuppressed: 0,
    noise_rate_pct: null,
    per_day_median: 0,
    spikes: 0,
    verdict: "too_little_data",
  });
  expect(json.windows_meta[0]).toEqual({
    days: 7,
    from: "2026-11-15T00:00:00.000Z",
    to: "2026-11-21T10:00:00.000Z",
    hours_with_data: 1,
  });
});

test("an older installation is quiet or noisy depending on unsuppressed refusals", async () => {
  for (let day = 0; day < 20; day++) {
    await refuse(6, 4);
    world.clock.advance(DAY_MS);
  }
  viewer = { headers: { authorization: `Bearer ${(await makeOperator(world, "ann", "viewer")).token}` } };
  const windowOf = async (days: number) => (await get(`${NOISE}.json?days=${days}`)).json.windows[0];
  const week = await windowOf(7);
  expect([week.total, week.suppressed, week.unsuppressed, week.noise_rate_pct]).toEqual([36, 24, 12, 66.67]);
  expect([week.per_day_median, week.spikes, week.verdict]).toEqual([6, 0, "quiet"]);
  expect((await windowOf(30)).total).toBe(120);
  await refuse(40);
  expect([(await windowOf(7)).spikes, (await windowOf(7)).verdict]).toEqual([1, "noisy"]);
  const compact = (await get(`${NOISE}.json?windows=14,7&compact=1`)).json;
  expect(compact.windows).toEqual([
    { days: 14, noise_rate_pct: 44.07, verdict: "noisy" },
    { days: 7, noise_rate_pct: 31.58, verdict: "noisy" },
  ]);
});

test("the CSV has one row per window, and one per day with include_points", async () => {
  await refuse(3, 1);
  world.clock.advance(20 * HOUR_MS);
  const { windows } = (await get(`${NOISE}.json`)).json;
  const rows = parseCsv((await get(`${NOISE}.csv?mode=summary`)).text);
  expect(rows.map(({ row, day, ...rest }) => [row, day, rest])).toEqual(
    windows.map((window: object) => [
      "window",
      "",
      Object.fromEntries(Object.entries(window).map(([name, value]) => [name, String(value)])),
    ]),
  );
  const all = parseCsv((await get(`${NOISE}.csv?include_points=1&windows=7`)).text);
  expect(all.map(({ row, day, total }) => [row, day, total])).toEqual([
    ["window", "", "3"],
    ["day", "2026-11-22", "0"],
    ["day", "2026-11-21", "3"],
  ]);
});

test("other windows and modes are refused, and so are callers other than operators", async () => {
  for (const query of [
    "json?days=8",
    "json?windows=7,8",
    "json?windows=,",
    "json?days=7&x=1",
    "csv?mode=all",
    "csv?days=1",
  ])
    expect([query, (await get(`${NOISE}.${query}`)).status]).toEqual([query, 400]);
  for (const kind of ["json", "csv"])
    expect((await world.call("GET", `${NOISE}.${kind}`)).json.error).toBe("forbidden");
});
