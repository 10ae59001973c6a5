import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { deadLinks } from "../../../harness/checks/dead-links.ts";

const TARGET = "/api/partner/status";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme", "live", { scopes: [] });
});

afterEach(() => world.close());

describe("GET /api/partner/status", () => {
  test("200 for a key with any scope before any request: zeros, and the delivery settings", async () => {
    const { status, json } = await world.call("GET", TARGET, { key });
    expect(status).toBe(200);
    const { links, ...rest } = json;
    expect(rest).toEqual({
      success: true,
      overall_status: "ok",
      key_mode: "live",
      window: {
        hours: 24,
        start_utc: "2026-11-20T10:00:00.000Z",
        end_utc: "2026-11-21T10:00:00.000Z",
      },
      endpoint_percentiles_available: false,
      endpoint_percentiles_ms: { p50_ms: null, p95_ms: null, p99_ms: null },
      request_metrics: { total_requests: 0, error_requests: 0 },
      webhook_delivery_health: {
        dead_letter_events: 0,
        failed_events: 0,
        pending_events: 0,
        delivered_events: 0,
      },
      delivery_slo_controls: {
        max_attempts: 14,
        timeout_seconds: 10,
        retry_base_seconds: 15,
        retry_max_seconds: 21_600,
        retry_jitter: 0.2,
      },
    });
    expect(links.errors).toBe("/api/partner/errors.json");
    expect(deadLinks(world, Object.values<string>(links))).toEqual([]);
  });

  test("counts the partner's requests of the last 24 hours over all its keys, and no other partner's", async () => {
    const second = await world.createKey("acme", "live", { scopes: [] });
    const other = await world.createKey("other");
    await world.call("GET", "/api/partner/capabilities", { key });
    await world.call("GET", "/api/salutes/balance?user_id=1", { key: second });
    await world.call("GET", "/api/partner/capabilities", { key: other });
    const { json } = await world.call("GET", TARGET, { key });
    expect(json.request_metrics).toEqual({ total_requests: 2, error_requests: 1 });
    expect(json.endpoint_percentiles_available).toBe(true);
    const { p50_ms, p95_ms, p99_ms } = json.endpoint_percentiles_ms;
    expect([p50_ms > 0, p95_ms >= p50_ms, p99_ms >= p95_ms]).toEqual([true, true, true]);
    world.clock.advance(25 * 3_600_000);
    expect((await world.call("GET", TARGET, { key })).json.request_metrics.total_requests).toBe(0);
  });

  test("warn while the service accepts no changes", async () => {
    await world.services.live.writer.run((tx) =>
      switchSafeMode(tx, { kind: "command", name: "test" }, "drill"),
    );
    expect((await world.call("GET", TARGET, { key })).json.overall_status).toBe("warn");
  });

  test("403 for a sandbox key, naming the alternative; 401 unsigned; 400 for an unknown parameter", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const answer = await world.call("GET", TARGET, { key: sandboxKey });
    expect([answer.status, answer.json.error]).toEqual([403, "forbidden"]);
    expect(answer.json.message).toContain("use /api/partner/sandbox/status");
    expect((await world.call("GET", TARGET)).status).toBe(401);
    expect((await world.call("GET", `${TARGET}?hours=1`, { key })).json.details[0].field).toBe("hours");
  });

  test("include_meta adds meta, and HEAD answers without a body", async () => {
    const { json } = await world.call("GET", `${TARGET}?include_meta=1`, { key });
    expect(json.meta.generated_at_utc).toBe("2026-11-21T10:00:00.000Z");
    const head = await world.call("HEAD", TARGET, { key });
    expect([head.status, head.text, Number(head.headers.get("content-length")) > 0]).toEqual([200, "", true]);
  });
});
