import { afterAll, beforeAll, expect, test } from "bun:test";
import { RETENTION } from "../../src/compose/modules.ts";
import { SETTINGS } from "../../src/compose/settings/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kit/clock.ts";
import { describeKept, keep, keptMs } from "../../src/modules/platform/retention/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld({ IDEMPOTENCY_RETENTION_DAYS: "3", AUDIO_SHARE_DEDUPE_HOURS: "5" });
});

afterAll(() => world.close());

const WINDOWS = RETENTION.flatMap(({ windows }) => windows);

test("each window names tables of the schema, and a setting that exists", () => {
  const tables = world.services.live.read
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .map(({ name }) => name);
  const settings = Object.values(SETTINGS).map(({ variable }) => variable);
  for (const { tables: own, kept } of WINDOWS) {
    expect(own.filter((name) => !tables.includes(name))).toEqual([]);
    if (typeof kept !== "number") expect(settings).toContain(kept.setting as (typeof settings)[number]);
  }
});

test("each retention deletes something, and its rows have one name", () => {
  for (const each of RETENTION)
    expect([each.rows, (each.purge ?? each.sweep) !== null]).toEqual([each.rows, true]);
  expect(new Set(RETENTION.map(({ rows }) => rows)).size).toBe(RETENTION.length);
});

test("a setting decides the windows that name it", () => {
  const bySetting = WINDOWS.filter(({ kept }) => typeof kept !== "number");
  const kept = bySetting.map((window) => [window.tables[0], keptMs(window, world.services)]);
  expect(kept).toEqual([
    ["idempotency_records", 3 * DAY_MS],
    ["audio_share_events", 5 * HOUR_MS],
    ["messenger_answers", 3 * DAY_MS],
  ]);
});

test("rows are deleted by the windows that are announced", () => {
  const seen: unknown[] = [];
  const { purge, windows } = keep<unknown, "young" | "old">({
    rows: "things",
    windows: {
      young: { tables: ["a"], kept: DAY_MS, after: "creation" },
      old: { tables: ["b"], kept: 0, after: "expiry" },
    },
    purge: (_, before, { chunk }) => seen.push(before, chunk),
  });
  purge?.({}, 10 * DAY_MS)({} as never, 7);
  expect(seen).toEqual([{ young: 9 * DAY_MS, old: 10 * DAY_MS }, 7]);
  expect(windows.map(({ tables }) => tables[0])).toEqual(["a", "b"]);
});

test("a window is described in its largest whole unit", () => {
  expect(describeKept({ kept: 400 * DAY_MS, after: "creation" })).toBe("400 days after creation");
  expect(describeKept({ kept: DAY_MS, after: "the end" })).toBe("1 day after the end");
  expect(describeKept({ kept: 36 * HOUR_MS, after: "use" })).toBe("36 hours after use");
  expect(describeKept({ kept: 15 * MINUTE_MS, after: "use" })).toBe("15 minutes after use");
  expect(describeKept({ kept: 0, after: "expiry" })).toBe("until expiry");
});
