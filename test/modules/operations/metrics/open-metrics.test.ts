import { afterEach, describe, expect, test } from "bun:test";
import type { RouteTotals } from "../../../../src/modules/access/usage/index.ts";
import { requestFamilies } from "../../../../src/modules/operations/metrics/request-families.ts";
import { exposition, OPEN_METRICS } from "../../../../src/modules/platform/metrics/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseExposition } from "./parse-exposition.ts";

let world: World;

describe("OpenMetrics", () => {
  afterEach(() => world.close());

  const PROMETHEUS_3 =
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
  const asked = (accept: string) => world.call("GET", "/metrics", { headers: { accept } });
  const EXEMPLAR = / # \{request_id="[^"]+"\} [0-9.e-]+ [0-9.]+$/;

  test("answers callers who prefer it; everybody else gets Prometheus's own format", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
    for (const [accept, isOpen] of [
      [PROMETHEUS_3, true],
      ["application/openmetrics-text", true],
      ["text/plain;q=0.9,application/openmetrics-text;q=0.1", false],
      ["application/openmetrics-text;q=0", false],
      ["*/*", false],
    ] as const) {
      const { headers, text } = await asked(accept);
      expect([accept, headers.get("content-type"), headers.get("vary"), text.endsWith("# EOF\n")]).toEqual([
        accept,
        isOpen
          ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
          : "text/plain; version=0.0.4; charset=utf-8",
        "Accept",
        isOpen,
      ]);
    }
  });

  test("has the same samples, counters' families without _total, and request ids as exemplars", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
    await world.call("GET", "/status.json", { headers: { "x-request-id": "first-request" } });
    await world.call("GET", "/status.json", { headers: { "x-request-id": "second-request" } });
    const lines = (await asked(PROMETHEUS_3)).text.split("\n");
    expect(lines).toContain("# TYPE salute_http_requests counter");
    expect(lines.filter((line) => line.startsWith("salute_http_requests_total{"))).not.toBeEmpty();
    const own = lines.filter((line) => line.includes(" # {"));
    expect(own.filter((line) => !EXEMPLAR.test(line) || !line.includes("_bucket{"))).toEqual([]);
    expect(own.filter((line) => line.includes('request_id="first-request"'))).toHaveLength(1);
    const plain = (await asked("text/plain")).text;
    expect(plain).not.toContain("request_id");
    parseExposition(plain);
    const names = (text: string[]) =>
      new Set(text.filter((line) => /^[a-z]/.test(line)).map((line) => line.split(/[{ ]/, 1)[0]));
    expect(names(lines)).toEqual(names(plain.split("\n")));
  });

  test("an exemplar is kept for 5 seconds, then a newer request replaces it", async () => {
    world = await createWorld();
    const { usage } = world.services;
    const idsAfter = (requestId: string) => {
      usage.record({ keyId: "", route: "GET /a", status: 200, durationMs: 2, requestId });
      return [...usage.totals()].flatMap(({ recent }) => Object.values(recent).map((each) => each.requestId));
    };
    expect(idsAfter("one")).toEqual(["one"]);
    world.clock.advance(4_999);
    expect(idsAfter("two")).toEqual(["one"]);
    world.clock.advance(1);
    expect(idsAfter("three")).toEqual(["three"]);
  });
});

test("an exemplar stands under the bound that counts it, and a too long one is left out", () => {
  const request = (requestId: string, durationMs: number) => ({ requestId, durationMs, at: 1_500 });
  const recent: RouteTotals["recent"] = [];
  recent[1] = request("quick", 0.9);
  recent[9] = request("x".repeat(119), 20_000);
  const totals = { route: "GET /a", byClass: [], durationMs: 0, histogram: new Map(), recent };
  const lines = exposition(requestFamilies([totals]), OPEN_METRICS).split("\n");
  expect(lines.filter((line) => line.includes("#"))).toEqual([
    "# HELP salute_http_request_duration_seconds Time from receiving a request to its response, by route.",
    "# TYPE salute_http_request_duration_seconds histogram",
    'salute_http_request_duration_seconds_bucket{method="GET",route="/a",le="0.001024"} 0 # {request_id="quick"} 0.0009 1.5',
    "# EOF",
  ]);
});
