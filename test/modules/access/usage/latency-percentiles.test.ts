import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

const TARGET = "/api/public/latency-percentiles";
const HOUR_MS = 3_600_000;

let world: World;

beforeEach(async () => {
  world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
});

afterEach(() => world.close());

const latency = async (query = "") => (await world.call("GET", `${TARGET}${query}`)).json;
const record = (route: string, durationMs: number, keyId = "") =>
  world.services.usage.record({ keyId, route, status: 200, durationMs });

describe("GET /api/public/latency-percentiles", () => {
  test("200 before anything was measured: not available, nothing covered, no figures", async () => {
    expect(await latency()).toEqual({
      success: true,
      window: {
        hours: 24,
        start_utc: "2026-11-20T10:00:00.000Z",
        end_utc: "2026-11-21T10:00:00.000Z",
      },
      available: false,
      coverage: 0,
      overall: { p50_ms: null, p95_ms: null, p99_ms: null },
      routes: [],
    });
  });

  test("merges everybody's requests, live and sandbox, signed or not, stored or not, without counts or routes of partners", async () => {
    record("GET /api/salutes/balance", 1, "pk_live_a");
    record("GET /api/salutes/balance", 100, "pk_sandbox_b");
    await world.services.usage.flush();
    record("GET /api/salutes/balance", 1, "pk_live_c");
    record("POST /api/canary/echo", 1);
    const { available, overall, routes } = await latency();
    expect(available).toBe(true);
    expect(overall.p50_ms).toBeLessThan(1.1);
    expect(overall.p99_ms).toBeGreaterThanOrEqual(100);
    expect(routes).toEqual([
      {
        method: "POST",
        path: "/api/canary/echo",
        p50_ms: expect.any(Number),
        p95_ms: expect.any(Number),
        p99_ms: expect.any(Number),
      },
    ]);
    expect(routes[0].p99_ms).toBeLessThan(1.1);
  });

  test("operators' routes, health checks and routes of other builds are not in it", async () => {
    await world.call("GET", "/metrics");
    await world.call("GET", "/healthz");
    record("GET /api/partner/no-longer", 1);
    expect((await latency()).overall.p99_ms).toBeNull();
  });

  test("coverage is the share of the hours touched in which something was measured", async () => {
    record("GET /api/salutes/balance", 1);
    await world.services.usage.flush();
    world.clock.advance(HOUR_MS);
    record("GET /api/salutes/balance", 1);
    expect((await latency("?hours=1")).coverage).toBe(1);
    expect((await latency("?hours=3")).coverage).toBe(0.5);
    expect((await latency("?hours=840")).coverage).toBe(0.002);
  });

  test("an answer stands for 10 s, each window by itself", async () => {
    await latency();
    record("GET /api/salutes/balance", 1);
    expect((await latency()).overall.p99_ms).toBeNull();
    expect((await latency("?hours=1")).overall.p99_ms).not.toBeNull();
    world.clock.advance(10_000);
    expect((await latency()).overall.p99_ms).not.toBeNull();
  });

  test("validators: as old as the figures", async () => {
    await latency();
    world.clock.advance(5_000);
    await expectValidators(
      world,
      TARGET,
      {},
      { lastModified: "Sat, 21 Nov 2026 10:00:00 GMT", cacheControl: "public, max-age=10" },
    );
  });

  test.each(["0", "841", "-1", "1.5", "day"])("400 for hours=%s, naming it", async (hours) => {
    const answer = await world.call("GET", `${TARGET}?hours=${hours}`);
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_query",
      "hours",
    ]);
  });

  test("anybody may ask, from any page; unknown parameters are ignored", async () => {
    const answer = await world.call("GET", `${TARGET}?hours=840&utm=1`);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });
});
