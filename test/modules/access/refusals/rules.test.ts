import { expect, test } from "bun:test";
import { parseProductName } from "../../../../src/modules/access/refusals/agent.ts";
import { HourCells, MAX_CELLS, type RefusalKind } from "../../../../src/modules/access/refusals/cells.ts";
import { globMatches } from "../../../../src/modules/access/refusals/glob.ts";
import {
  computeBaseline,
  computeMedian,
  detectSpikes,
} from "../../../../src/modules/access/refusals/spikes.ts";
import {
  parseSuppressions,
  SuppressionRules,
  suppressionsText,
} from "../../../../src/modules/access/refusals/suppression.ts";

test("a star stays within a segment, two stars cross segments, and all else stands for itself", () => {
  const matches = (glob: string) => globMatches(glob, "/api/partner/users/{user_id}");
  expect(
    [
      "/api/partner/users/{user_id}",
      "/api/partner/*/{user_id}",
      "/api/**",
      "**",
      "/api/**/{user_id}",
      "/api/par*/users/*",
    ].map(matches),
  ).toEqual([true, true, true, true, true, true]);
  expect(
    ["/api/*", "/api/partner/users", "*", "", "/api/partner/users/.user_id.", "/API/**"].map(matches),
  ).toEqual([false, false, false, false, false, false]);
  expect([globMatches("**", ""), globMatches("", ""), globMatches("*", "a/b")]).toEqual([true, true, false]);
});

test("a glob made to backtrack does not: the answer would take longer than any test", () => {
  expect(globMatches("**a".repeat(80), "/b".repeat(100))).toBe(false);
});

/** Counts by hour; hours before the first are missing. */
function counts(first: number, byHour: Record<number, number>) {
  return (hour: number) => (hour < first ? null : (byHour[hour] ?? 0));
}

test("an hour stands out with at least 10 refusals and three times the mean of the 24 hours before", () => {
  const ask = (running: number, before: Record<number, number>) =>
    detectSpikes({
      countAt: counts(0, { ...before, 1000: running }),
      lastHour: 1000,
      hours: 24,
      mode: "rolling_24h",
      consecutive: 1,
    });
  expect(ask(9, {})).toEqual([]);
  expect(ask(10, {})).toEqual([{ hour: 1000, count: 10, baseline: 0, ratio: null }]);
  const even = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [999 - index, 4]));
  expect(ask(11, even).filter(({ hour }) => hour === 1000)).toEqual([]);
  expect(ask(12, even)).toEqual([{ hour: 1000, count: 12, baseline: 4, ratio: 3 }]);
});

test("hours before the installation are missing, not zero: without any baseline nothing stands out", () => {
  const ask = (first: number) =>
    detectSpikes({
      countAt: counts(first, { 1000: 500 }),
      lastHour: 1000,
      hours: 24,
      mode: "rolling_24h",
      consecutive: 1,
    });
  expect(ask(1000)).toEqual([]);
  expect(ask(999)).toEqual([{ hour: 1000, count: 500, baseline: 0, ratio: null }]);
  expect(computeBaseline(counts(998, { 998: 30, 999: 10 }), 1000, "rolling_24h")).toBe(20);
  expect(computeBaseline(counts(990, {}), 1000, "same_hour_yesterday")).toBeNull();
  expect(computeBaseline(counts(0, { 976: 7 }), 1000, "same_hour_yesterday")).toBe(7);
});

test("the baseline of four weeks is a median, which one bad week does not move", () => {
  const weeks = { [1000 - 168]: 900, [1000 - 336]: 4, [1000 - 504]: 6, [1000 - 672]: 2 };
  expect(computeBaseline(counts(0, weeks), 1000, "same_weekday_hour_4w")).toBe(5);
  expect([computeMedian([]), computeMedian([3]), computeMedian([9, 1, 5])]).toEqual([0, 3, 5]);
});

test("of hours running that stand out, each from the k-th on is a spike, newest first", () => {
  const byHour = { 977: 20, 978: 20, 990: 20, 998: 400, 999: 900, 1000: 3_000 };
  const ask = (consecutive: number) =>
    detectSpikes({
      countAt: counts(0, byHour),
      lastHour: 1000,
      hours: 24,
      mode: "same_hour_yesterday",
      consecutive,
    }).map(({ hour }) => hour);
  expect(ask(1)).toEqual([1000, 999, 998, 990, 978, 977]);
  expect(ask(2)).toEqual([1000, 999, 978]);
  expect(ask(3)).toEqual([1000]);
  expect(ask(4)).toEqual([]);
});

test("a run that began before the window counts into it", () => {
  const byHour = { 975: 50, 976: 50, 977: 50 };
  const spikes = detectSpikes({
    countAt: counts(0, byHour),
    lastHour: 1000,
    hours: 24,
    mode: "same_hour_yesterday",
    consecutive: 3,
  });
  expect(spikes.map(({ hour }) => hour)).toEqual([977]);
});

const NOW = Date.UTC(2026, 10, 21, 10);
const RULE = {
  id: "a",
  path_glob: "/api/**",
  note: "scanner",
  owner: "zoe",
  created_at: "2026-11-01T00:00:00.000Z",
  expires_at: "2026-12-01T00:00:00.000Z",
};
const file = (...rules: object[]) => JSON.stringify({ suppressions: rules });

test("a rule matches by path, method, reason, key and network, until it expires", () => {
  const refused = {
    method: "GET",
    path: "/api/partner/users",
    reason: "scope" as const,
    keyId: "pk_live_1",
    address: "192.0.2.7",
  };
  const finds = (more: object, at = NOW) =>
    new SuppressionRules(parseSuppressions(file({ ...RULE, ...more }), NOW)).find(refused, at) !== null;
  expect(
    [
      {},
      { method: "GET" },
      { reason: "scope" },
      { key_id: "pk_live_1" },
      { source: "192.0.2.0/24" },
      { source: "192.0.2.7" },
    ].map((more) => finds(more)),
  ).toEqual([true, true, true, true, true, true]);
  expect(
    [
      { path_glob: "/admin/**" },
      { method: "POST" },
      { reason: "role" },
      { key_id: "pk_live_2" },
      { source: "198.51.100.0/24" },
    ].map((more) => finds(more)),
  ).toEqual([false, false, false, false, false]);
  expect(finds({}, Date.parse(RULE.expires_at))).toBe(false);
});

test("a file says what is wrong with it, and one that was written is read as it was", () => {
  const fault = (text: string) => {
    try {
      parseSuppressions(text, NOW);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(fault("{")).toBe("it is not JSON");
  expect(fault("[]")).toContain("object");
  expect(fault(JSON.stringify({ suppressions: [], more: 1 }))).toContain("more is unknown");
  expect(fault(JSON.stringify({ suppressions: {} }))).toContain("list");
  expect(fault(file(RULE, RULE))).toContain("twice");
  for (const [more, named] of [
    [{ path_glob: 1 }, "path_glob"],
    [{ metod: "GET" }, "metod"],
    [{ method: "TRACE" }, "method"],
    [{ reason: "because" }, "reason"],
    [{ source: "10.0.0.0/99" }, "source"],
    [{ expires_at: "soon" }, "expires_at"],
    [{ expires_at: "2028-01-01T00:00:00Z" }, "365 days"],
    [{ id: "" }, "id"],
  ] as const)
    expect(fault(file({ ...RULE, ...more }))).toContain(named);
  const rules = parseSuppressions(file({ ...RULE, source: "10.0.0.0/8" }), NOW);
  expect(parseSuppressions(suppressionsText(rules), NOW)).toEqual(rules);
});

test("an agent is its product's name, of at most 64 printable characters, and never a secret of ours", () => {
  expect(
    ["curl/8.5.0", "Mozilla/5.0 (X11)", "", `${"x".repeat(80)}/1`, "bad\u0007bot/1", "sk_live_abc/1"].map(
      parseProductName,
    ),
  ).toEqual(["curl", "Mozilla", "", "x".repeat(64), "badbot", "redacted"]);
});

test("an hour holds at most 4096 cells whatever comes, and loses no count", () => {
  const hour = new HourCells(1, []);
  const kind = (index: number): RefusalKind => ({
    method: "GET",
    path: `/p${index % 700}`,
    reason: "operator_required",
    key_id: "",
    source: `source-${index}`,
    agent: `agent-${index % 90}`,
  });
  for (let index = 0; index < 50_000; index++) hour.add(kind(index), { count: 1, suppressed: index % 2 });
  const pending = hour.pending();
  expect(pending.cells).toHaveLength(MAX_CELLS);
  const total = (pick: (cell: { count: number; suppressed: number }) => number) =>
    pending.cells.reduce((sum, cell) => sum + pick(cell), 0);
  expect([total(({ count }) => count), total(({ suppressed }) => suppressed)]).toEqual([50_000, 25_000]);
  expect(pending.cells.some(({ path, source }) => path === "/p1" && source === "other")).toBe(true);
  expect(pending.paths.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);

  hour.settle(pending);
  expect(hour.pending()).toEqual({ hour: 1, cells: [], paths: [], rules: [] });
  const known = new Set(pending.cells.map(({ path, source, agent }) => `${path} ${source} ${agent}`));
  // Stored cells fill the hour, in this process and after a restart, and are counted further under their own names.
  for (const later of [hour, new HourCells(1, pending.cells)]) {
    for (let index = 90_000; index < 95_000; index++) later.add(kind(index), { count: 1, suppressed: 0 });
    later.add(kind(3), { count: 1, suppressed: 0 });
    const { cells } = later.pending();
    expect(cells.filter((cell) => !known.has(`${cell.path} ${cell.source} ${cell.agent}`))).toEqual([]);
    expect(cells.find(({ source }) => source === "source-3")?.count).toBe(1);
  }
});
