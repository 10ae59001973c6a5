import { afterEach, describe, expect, test } from "bun:test";
import { VERSION } from "../../../../src/kit/process/version.ts";
import { createOperator } from "../../../../src/modules/access/operators/index.ts";
import { exposition } from "../../../../src/modules/platform/metrics/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, createWebhook, credit, switchTo } from "../../webhooks/deliveries/fixture.ts";
import { parseExposition } from "./parse-exposition.ts";

let world: World;

async function metrics(): Promise<Map<string, Map<string, number>>> {
  const answer = await world.call("GET", "/metrics");
  expect(answer.status).toBe(200);
  return parseExposition(answer.text);
}

describe("GET /metrics", () => {
  afterEach(() => world.close());

  test("200 in Prometheus text format: process, build, files and writers", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.0/8" });
    world.clock.advance(90_000);
    const answer = await world.call("GET", "/metrics");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    const families = parseExposition(answer.text);
    expect(families.get("salute_uptime_seconds")?.get("salute_uptime_seconds{}")).toBe(90);
    expect([...(families.get("salute_build_info") ?? [])]).toEqual([
      [`salute_build_info{version="${VERSION}",bun="${Bun.version}"}`, 1],
    ]);
    for (const name of ["process_resident_memory_bytes", "salute_heap_used_bytes"])
      expect(families.get(name)?.get(`${name}{}`)).toBeGreaterThan(0);
    for (const file of ["live", "sandbox"]) {
      expect(
        families.get("salute_database_bytes")?.get(`salute_database_bytes{file="${file}"}`),
      ).toBeGreaterThan(0);
      expect(families.get("salute_database_wal_bytes")?.size).toBe(2);
      expect(families.get("salute_writer_waiting")?.get(`salute_writer_waiting{file="${file}"}`)).toBe(0);
    }
    expect(families.get("salute_safe_mode")?.get("salute_safe_mode{}")).toBe(0);
    expect(families.has("salute_job_runs_last_day")).toBe(false);
  });

  test("requests by route and status class, and their durations as a cumulative histogram", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
    const key = await world.createKey("acme");
    await world.createUser(key, "zoe");
    for (let call = 0; call < 3; call++)
      await world.call("GET", "/api/salutes/balance?user_id=ext:zoe", { key });
    await world.call("GET", "/api/salutes/balance?user_id=ext:nobody", { key });
    await world.services.usage.flush();
    const families = await metrics();
    const requests = families.get("salute_http_requests_total");
    const route = 'method="GET",route="/api/salutes/balance"';
    expect(requests?.get(`salute_http_requests_total{${route},status="2xx"}`)).toBe(3);
    expect(requests?.get(`salute_http_requests_total{${route},status="4xx"}`)).toBe(1);
    const durations = families.get("salute_http_request_duration_seconds") ?? new Map<string, number>();
    const buckets = [...durations].filter(
      ([series]) => series.includes("_bucket{") && series.includes(route),
    );
    expect(buckets.map(([, count]) => count)).toEqual(
      buckets.map(([, count]) => count).sort((a, b) => a - b),
    );
    expect(buckets.at(-1)).toEqual([`salute_http_request_duration_seconds_bucket{${route},le="+Inf"}`, 4]);
    expect(durations.get(`salute_http_request_duration_seconds_count{${route}}`)).toBe(4);
    expect(durations.get(`salute_http_request_duration_seconds_sum{${route}}`)).toBeGreaterThan(0);
  });

  test("counts a writer's commits and changes; closures of the same turn share a commit", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
    const of = (families: Map<string, Map<string, number>>, name: string) =>
      families.get(name)?.get(`${name}{file="sandbox"}`) ?? Number.NaN;
    const before = await metrics();
    const { writer } = world.services.sandbox;
    await Promise.all([1, 2, 3].map((value) => writer.run((tx) => tx.get("SELECT ?", value))));
    const after = await metrics();
    const grown = (name: string) => of(after, name) - of(before, name);
    expect(grown("salute_writer_commits_total")).toBe(1);
    expect(grown("salute_writer_changes_total")).toBe(3);
    expect(grown("salute_writer_failures_total")).toBe(0);
  });

  test("job runs of the last day by outcome", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
    const now = world.clock.now();
    await world.services.live.writer.run((tx) => {
      for (const [status, startedAt, finishedAt] of [
        ["ok", now - 120_000, now - 119_000],
        ["ok", now - 60_000, now - 59_000],
        ["running", now, null],
        ["failed", now - 25 * 3_600_000, now - 25 * 3_600_000],
      ] as const)
        tx.run(
          "INSERT INTO job_runs (job, trigger, status, started_at, finished_at) VALUES ('rollup', 'schedule', ?, ?, ?)",
          status,
          startedAt,
          finishedAt,
        );
    });
    const families = await metrics();
    expect([...(families.get("salute_job_runs_last_day") ?? [])]).toEqual([
      ['salute_job_runs_last_day{job="rollup",status="ok"}', 2],
      ['salute_job_runs_last_day{job="rollup",status="running"}', 1],
    ]);
    expect([...(families.get("salute_job_finished_time_seconds") ?? [])]).toEqual([
      ['salute_job_finished_time_seconds{job="rollup",status="ok"}', (now - 59_000) / 1000],
    ]);
  });

  test("webhooks and pending or dead delivery records by state, and the delay of the oldest", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.0/8" });
    const key = await world.createKey("acme");
    await world.createUser(key, "zoe");
    for (let i = 0; i < 2; i++) await createWebhook(world, key, "salutes.credit");
    for (let i = 0; i < 2; i++) await credit(world, key, "ext:zoe");
    await attempt(world, 1, "failed");
    await attempt(world, 3, "dead_letter");
    await switchTo(world, key, 2, false);
    world.clock.advance(90_000);
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = created_at WHERE id = 1"),
    );
    const families = await metrics();
    expect(families.get("salute_webhook_deliveries")).toEqual(
      new Map([
        ['salute_webhook_deliveries{state="pending"}', 1],
        ['salute_webhook_deliveries{state="delivering"}', 0],
        ['salute_webhook_deliveries{state="failed"}', 0],
        ['salute_webhook_deliveries{state="held"}', 2],
        ['salute_webhook_deliveries{state="dead_letter"}', 1],
      ]),
    );
    expect(
      families.get("salute_webhook_oldest_due_seconds")?.get("salute_webhook_oldest_due_seconds{}"),
    ).toBe(90);
    expect(families.get("salute_webhooks")).toEqual(
      new Map([
        ['salute_webhooks{state="on"}', 1],
        ['salute_webhooks{state="off"}', 1],
        ['salute_webhooks{state="probed"}', 0],
      ]),
    );
  });

  test("accepts any operator's token, viewers' included, and nothing else", async () => {
    world = await createWorld();
    const { token } = await world.services.live.writer.run((tx) =>
      createOperator(
        tx,
        { kind: "command", name: "test" },
        { baseUrl: "http://localhost", name: "eve", role: "viewer" },
      ),
    );
    const asked = (authorization: string) => world.call("GET", "/metrics", { headers: { authorization } });
    expect((await asked(`Bearer ${token}`)).status).toBe(200);
    const key = await world.createKey("acme");
    const refused = [
      await world.call("GET", "/metrics"),
      await asked(`Bearer ${token}x`),
      await world.call("GET", "/metrics", { key }),
    ];
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual(
      new Array(3).fill([403, "forbidden"]),
    );
    expect(refused[0]?.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("HEAD answers without a body; an unknown parameter is 400", async () => {
    world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
    const head = await world.call("HEAD", "/metrics");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await world.call("GET", "/metrics?name=x")).json.details[0].field).toBe("name");
  });
});

describe("the text format", () => {
  test("escapes labels and help, and omits families without samples", () => {
    const text = exposition([
      { name: "a", type: "gauge", help: 'back\\slash, "quote"\nand line', samples: [{ value: 1.5 }] },
      { name: "b", type: "counter", help: "none", samples: [] },
      { name: "c", type: "counter", help: "c", samples: [{ labels: { l: 'x\\y"z\n' }, value: 2 }] },
    ]);
    expect(text).toBe(
      '# HELP a back\\\\slash, "quote"\\nand line\n# TYPE a gauge\na 1.5\n' +
        '# HELP c c\n# TYPE c counter\nc{l="x\\\\y\\"z\\n"} 2\n',
    );
    parseExposition(text);
  });
});
