import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const TARGET = "/api/partner/analytics/usage";
const HOUR_MS = 3_600_000;

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const usage = async (query = "") => (await world.call("GET", `${TARGET}${query}`, { key })).json;
const total = async (query = "") => (await usage(query)).request_metrics.total_requests;
const balance = (by = key) => world.call("GET", "/api/salutes/balance?user_id=1", { key: by });

describe("GET /api/partner/analytics/usage", () => {
  test("200 before anything was asked: zeros, no percentiles, the window of a day", async () => {
    expect(await usage()).toEqual({
      success: true,
      window: {
        hours: 24,
        start_utc: "2026-11-20T10:00:00.000Z",
        end_utc: "2026-11-21T10:00:00.000Z",
      },
      request_metrics: {
        total_requests: 0,
        success_requests: 0,
        error_requests: 0,
        rate_limited_requests: 0,
        endpoint_breakdown: [],
      },
      latency_metrics_ms: {
        available: false,
        overall: { samples: 0, p50_ms: null, p95_ms: null, p99_ms: null },
        endpoint_breakdown: [],
      },
    });
  });

  test("counts by method and path template, errors apart; a request counts from the next one on", async () => {
    const userId = await world.createUser(key, "zoe");
    await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key });
    await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key });
    await world.call("HEAD", "/api/salutes/balance?user_id=ext:nobody", { key });
    await world.call("POST", "/api/salutes/debit", {
      key,
      body: { user_id: userId, amount: 1, reason: "x" },
    });
    const { request_metrics, latency_metrics_ms } = await usage();
    expect(request_metrics).toEqual({
      total_requests: 5,
      success_requests: 3,
      error_requests: 2,
      rate_limited_requests: 0,
      endpoint_breakdown: [
        { method: "GET", path: "/api/salutes/balance", requests: 3, errors: 1, error_rate_pct: 33.33 },
        { method: "POST", path: "/api/partner/users", requests: 1, errors: 0, error_rate_pct: 0 },
        { method: "POST", path: "/api/salutes/debit", requests: 1, errors: 1, error_rate_pct: 100 },
      ],
    });
    expect([latency_metrics_ms.available, latency_metrics_ms.overall.samples]).toEqual([true, 5]);
    expect(latency_metrics_ms.endpoint_breakdown.map((each: object) => Object.keys(each))).toEqual(
      new Array(3).fill(["method", "path", "samples", "p50_ms", "p95_ms", "p99_ms"]),
    );
    expect(await total()).toBe(6);
  });

  test("percentiles come from the measured times, within 9 %", async () => {
    for (let ms = 1; ms <= 100; ms++)
      world.services.usage.record({
        keyId: key.key_id,
        route: "GET /api/salutes/balance",
        status: 200,
        durationMs: ms,
      });
    const { overall } = (await usage()).latency_metrics_ms;
    for (const [name, ms] of [
      ["p50_ms", 50],
      ["p95_ms", 95],
      ["p99_ms", 99],
    ] as const) {
      expect(overall[name]).toBeGreaterThanOrEqual(ms);
      expect(overall[name]).toBeLessThanOrEqual(ms * 1.091);
    }
  });

  test("all keys of the partner count together, other partners' and refused signatures do not", async () => {
    const second = await world.createKey("acme");
    const other = await world.createKey("other");
    await balance();
    await balance(second);
    await balance(other);
    await world.call("GET", "/api/salutes/balance?user_id=1", { key: { ...key, secret: "sk_live_wrong" } });
    expect(await total()).toBe(2);
    expect((await world.call("GET", TARGET, { key: second })).json.request_metrics.total_requests).toBe(3);
  });

  test("what was refused for its rate counts as an error and apart", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE partner_keys SET rate_limit_per_minute = 2, revision = revision + 1"),
    );
    for (let call = 0; call < 5; call++) await balance();
    world.clock.advance(60_000);
    const { total_requests, error_requests, rate_limited_requests } = (await usage()).request_metrics;
    expect([total_requests, error_requests, rate_limited_requests]).toEqual([5, 5, 3]);
  });

  test("stored or not, each request counts once, over a restart too", async () => {
    await balance();
    await world.services.usage.flush();
    expect(await total()).toBe(1);
    await balance();
    await world.services.usage.flush();
    await world.services.usage.flush();
    expect(await total()).toBe(3);
    await world.restart();
    expect(await total()).toBe(4);
    expect((await usage()).latency_metrics_ms.overall.samples).toBe(5);
  });

  test("what a file could not take stays counted, and is stored later", async () => {
    await balance();
    const rename = (from: string, to: string) =>
      world.services.live.writer.run((tx) => tx.run(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename("usage_rollups", "away");
    await expect(world.services.usage.flush()).rejects.toThrow("usage_rollups");
    await rename("away", "usage_rollups");
    expect(await total()).toBe(1);
    await world.services.usage.flush();
    await world.restart();
    expect(await total()).toBe(2);
  });

  test("the window reaches back as many hours as asked, whether stored or pending", async () => {
    await balance();
    world.clock.advance(2 * HOUR_MS);
    await balance();
    for (const hours of [1, 24, 840]) {
      const { window } = await usage(`?hours=${hours}`);
      expect(Date.parse(window.end_utc) - Date.parse(window.start_utc)).toBe(hours * HOUR_MS);
    }
    await world.services.usage.flush();
    expect(await total("?hours=1")).toBe(4);
    expect(await total("?hours=3")).toBe(6);
    world.clock.advance(3 * HOUR_MS);
    expect(await total("?hours=1")).toBe(0);
  });

  test.each([
    ["0", "?hours=0"],
    ["841", "?hours=841"],
    ["a negative number", "?hours=-1"],
    ["a fraction", "?hours=1.5"],
    ["text", "?hours=day"],
    ["two values", "?hours=1&hours=2"],
  ])("400 for hours of %s, naming it", async (_, query) => {
    const answer = await world.call("GET", `${TARGET}${query}`, { key });
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_query",
      "hours",
    ]);
  });

  test("403 without the scope read, and for a sandbox key; 401 unsigned; 400 for an unknown parameter", async () => {
    const narrow = await world.createKey("acme", "live", { scopes: ["credit", "ledger"] });
    const sandboxKey = await world.createKey("acme", "sandbox");
    const lacking = await world.call("GET", TARGET, { key: narrow });
    expect([lacking.status, lacking.json.error]).toEqual([403, "forbidden"]);
    expect(lacking.json.message).toContain("read");
    const wrongMode = await world.call("GET", TARGET, { key: sandboxKey });
    expect([wrongMode.status, wrongMode.json.error]).toEqual([403, "forbidden"]);
    expect(wrongMode.json.message).toContain("use /api/partner/sandbox/analytics/usage");
    expect((await world.call("GET", TARGET)).status).toBe(401);
    expect((await usage("?days=1")).details[0].field).toBe("days");
  });

  test("an empty hours means the default; include_meta adds meta; HEAD answers without a body", async () => {
    const json = await usage("?hours=&include_meta");
    expect([json.window.hours, typeof json.meta.request_id]).toEqual([24, "string"]);
    const head = await world.call("HEAD", TARGET, { key });
    expect([head.status, head.text]).toEqual([200, ""]);
  });
});
