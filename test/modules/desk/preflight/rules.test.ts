import { describe, expect, test } from "bun:test";
import { clampText, withinBytes } from "../../../../src/modules/desk/preflight/clamp.ts";
import { choose } from "../../../../src/modules/desk/preflight/fields.ts";
import { type GuardDay, scoreDays } from "../../../../src/modules/desk/preflight/history.ts";
import { countChanges, diffRows, type GuardRow } from "../../../../src/modules/desk/preflight/rules.ts";

const row = (
  section: GuardRow["section"],
  field: string,
  status: GuardRow["status"],
  value: string = status,
): GuardRow => ({ section, field, status, value, expected: "pass", message: "" });

const days = (...changes: (number | null)[]): GuardDay[] =>
  changes.flatMap((count, day) =>
    count === null
      ? []
      : [{ day, snapshots: 1, changes: count, fields: [], counts: { pass: 1, warn: 0, fail: 0 } }],
  );
const RULES = { baseline_days: 7, min_baseline_points: 3, zscore_threshold: 2, min_change_count: 2 };

describe("a delta", () => {
  test("contains added, removed and changed rows, and counts regressions and recoveries by section", () => {
    const before = [
      row("responder", "tls", "warn"),
      row("token", "smtp_url", "pass"),
      row("artifact", "gone", "pass"),
    ];
    const after = [
      row("responder", "tls", "fail"),
      row("token", "smtp_url", "pass"),
      row("digest", "new", "fail"),
    ];
    const rows = diffRows(before, after);
    expect(rows.map(({ section, field, change }) => [section, field, change])).toEqual([
      ["responder", "tls", "changed"],
      ["digest", "new", "added"],
      ["artifact", "gone", "removed"],
    ]);
    const counts = countChanges(rows);
    expect(counts.responder).toEqual({ added: 0, removed: 0, changed: 1, regressed: 1, recovered: 0 });
    expect(counts.digest).toEqual({ added: 1, removed: 0, changed: 0, regressed: 0, recovered: 0 });
    expect(counts.token).toEqual({ added: 0, removed: 0, changed: 0, regressed: 0, recovered: 0 });
    expect(countChanges(diffRows(after, before)).responder.recovered).toBe(1);
  });

  test("counts a new value with the same status as changed, neither regressed nor recovered", () => {
    const rows = diffRows(
      [row("artifact", "version", "pass", "1")],
      [row("artifact", "version", "pass", "2")],
    );
    expect(countChanges(rows).artifact).toEqual({
      added: 0,
      removed: 0,
      changed: 1,
      regressed: 0,
      recovered: 0,
    });
  });
});

describe("fields", () => {
  const rows = [
    row("responder", "docs_mode", "pass"),
    row("token", "smtp_url", "pass"),
    row("artifact", "version", "pass"),
  ];

  test("of list and preset are combined, and unknown names are returned in their order", () => {
    const { filter, unknownFields } = choose(
      { section: "all", fields: "version, nowhere,other", fields_preset: "docs_mode" },
      rows,
    );
    expect([...(filter.fields ?? [])].sort()).toEqual(["docs_mode", "version"]);
    expect(unknownFields).toEqual(["nowhere", "other"]);
  });

  test("that are all unknown select no row", () => {
    expect(choose({ section: "all", fields: "nowhere" }, rows).filter.fields?.size).toBe(0);
  });
});

describe("limits of the summary's rows", () => {
  const most = { min: 10, max: 500, fallback: 200 };

  test.each([
    [undefined, { requested: null, applied: 200, clamped: false }],
    ["many", { requested: null, applied: 200, clamped: false }],
    ["9", { requested: 9, applied: 10, clamped: true }],
    ["10", { requested: 10, applied: 10, clamped: false }],
    ["500", { requested: 500, applied: 500, clamped: false }],
    ["501", { requested: 501, applied: 500, clamped: true }],
    ["-1", { requested: -1, applied: 10, clamped: true }],
  ])("clamp %p", (text, expected) => {
    expect(clampText(text, most)).toEqual(expected);
  });

  test("limit the list's JSON to the exact byte", () => {
    const items = ["a", "ü", "c"];
    const whole = Buffer.byteLength(JSON.stringify(items));
    expect(withinBytes(items, whole)).toEqual(items);
    expect(withinBytes(items, whole - 1)).toEqual(["a", "ü"]);
    expect(withinBytes(items, 0)).toEqual(items);
    expect(withinBytes(items, 1)).toEqual([]);
  });
});

describe("anomalies", () => {
  const newest = (changes: (number | null)[], rules: Partial<typeof RULES> = {}) =>
    scoreDays(days(...changes), changes.length - 1, { ...RULES, ...rules })[0];

  test("start at the threshold, using the population deviation of the previous days", () => {
    // Mean 2, deviation 1: 4 is exactly two deviations above.
    expect(newest([1, 3, 1, 3, 4])).toMatchObject({
      baseline_mean: 2,
      baseline_stddev: 1,
      baseline_points: 4,
      zscore: 2,
      is_anomaly: true,
    });
    expect(newest([1, 3, 1, 3, 4], { zscore_threshold: 2.1 })?.is_anomaly).toBe(false);
    expect(newest([1, 3, 1, 3, 4], { min_change_count: 5 })?.is_anomaly).toBe(false);
  });

  test("need enough points: days without a snapshot do not count", () => {
    expect(newest([1, null, 3, 9])).toMatchObject({ baseline_points: 2, zscore: null, is_anomaly: false });
    expect(newest([9])).toMatchObject({ baseline_points: 0, baseline_mean: null, is_anomaly: false });
  });

  test("at deviation 0 start above the mean, from the minimum count", () => {
    expect(newest([0, 0, 0, 2])).toMatchObject({ zscore: null, is_anomaly: true });
    expect(newest([0, 0, 0, 1])).toMatchObject({ zscore: null, is_anomaly: false });
    expect(newest([3, 3, 3, 3])).toMatchObject({ zscore: null, is_anomaly: false });
  });

  test("use no day before the baseline", () => {
    expect(newest([50, 1, 1, 1, 2], { baseline_days: 3 })).toMatchObject({
      baseline_points: 3,
      baseline_mean: 1,
    });
  });
});
