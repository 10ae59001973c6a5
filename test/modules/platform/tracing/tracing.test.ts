import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { JobRunner } from "../../../../src/jobs/runner.ts";
import { startDeliveries } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { until } from "../../../harness/until.ts";

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status?: { code: number; message: string };
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

let world: World;
/** Statuses of the collector's next answers; then 200. */
let answers: number[];
let bodies: { resourceSpans: { resource: object; scopeSpans: { spans: ReceivedSpan[] }[] }[] }[];
let heads: Headers[];

const collector = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/v1/traces": {
        POST: async (request) => {
          bodies.push((await request.json()) as (typeof bodies)[number]);
          heads.push(request.headers);
          return new Response("{}", { status: answers.shift() ?? 200 });
        },
      },
    },
  });

let server: ReturnType<typeof collector>;

beforeEach(async () => {
  [answers, bodies, heads] = [[], [], []];
  server = collector();
  world = await createWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.port}`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20hush",
    METRICS_ALLOW_IP: "127.0.0.1",
    WEBHOOK_ALLOW_HTTP: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
});

afterEach(async () => {
  await world.close();
  await server.stop(true);
});

/** Exports what waits. Returns the spans that the collector got. */
async function exported(): Promise<ReceivedSpan[]> {
  bodies = [];
  await world.services.spanExporter?.export(AbortSignal.timeout(10_000));
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

function logged(text: string): string[] {
  world.services.log.flush();
  return world.logged.filter((line) => line.includes(text));
}

const outcomes = async () => {
  const { text } = await world.call("GET", "/metrics");
  return [...text.matchAll(/salute_trace_spans_total\{outcome="(\w+)"\} (\d+)/g)].map(
    ([, outcome, count]) => `${outcome} ${count}`,
  );
};

describe("traces of requests", () => {
  test("a span under the caller's, by the route's template, with the headers set for the collector", async () => {
    const key = await world.createKey("acme");
    const id = await world.createUser(key, "zoe");
    await exported();
    await world.call("GET", `/api/partner/users/${id}`, {
      key,
      headers: { traceparent: `00-${TRACE}-${PARENT}-01`, "x-request-id": "request-of-zoe" },
    });
    const [span, ...more] = await exported();
    if (span === undefined) throw new Error("no span");
    expect(more).toEqual([]);
    expect(span).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: "GET /api/partner/users/{user_id}",
      kind: 2,
    });
    expect(attributesOf(span)).toEqual({
      "http.request.method": "GET",
      "http.route": "/api/partner/users/{user_id}",
      "http.response.status_code": 200,
      "salute.request_id": "request-of-zoe",
      "salute.key_id": key.key_id,
    });
    expect(span.status).toBeUndefined();
    expect(span.startTimeUnixNano).toBe(`${world.clock.now()}000000`);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    expect(bodies[0]?.resourceSpans[0]?.resource).toMatchObject({
      attributes: expect.arrayContaining([{ key: "service.name", value: { stringValue: "salute" } }]),
    });
    expect(heads.at(-1)?.get("authorization")).toBe("Bearer hush");
    expect(heads.at(-1)?.get("content-type")).toBe("application/json");
    expect(logged("request-of-zoe")[0]).toContain(`"trace_id":"${TRACE}"`);
  });

  test("the exemplar of a request names its trace", async () => {
    await world.call("GET", "/status.json", { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    const { text } = await world.call("GET", "/metrics", {
      headers: { accept: "application/openmetrics-text" },
    });
    expect(text).toContain(`trace_id="${TRACE}"`);
  });

  test("a caller's decision against sampling is kept, and health checks have no span", async () => {
    await world.call("GET", "/status.json", { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
    await world.call("GET", "/healthz");
    expect(await exported()).toEqual([]);
  });

  test("a collector that is busy gets the same spans again; one that refuses them does not", async () => {
    answers = [503, 200];
    await world.call("GET", "/status.json");
    const [first] = await exported();
    const [second] = await exported();
    expect(first?.spanId).toBeString();
    expect(second?.spanId).toBe(first?.spanId);
    answers = [400];
    await world.call("GET", "/status.json");
    expect(await exported()).toHaveLength(1);
    expect(await outcomes()).toEqual(["exported 1", "failed 1", "dropped 0"]);
    expect(logged("traces cannot be exported")).toHaveLength(2);
    expect(logged("traces are exported again")).toHaveLength(1);
  });

  test("requests are answered while no collector answers, and spans are given up after ten attempts", async () => {
    await server.stop(true);
    expect((await world.call("GET", "/status.json")).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt++) await exported();
    expect(await outcomes()).toEqual(["exported 0", "failed 1", "dropped 0"]);
    expect(logged("traces cannot be exported")).toHaveLength(1);
  });
});

describe("traces of work", () => {
  test("a delivery carries its span's traceparent", async () => {
    const received: Headers[] = [];
    const receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        received.push(request.headers);
        return new Response(null, { status: received.length === 1 ? 500 : 204 });
      },
    });
    const key = await world.createKey("acme");
    await world.call("POST", "/api/partner/webhooks", {
      key,
      body: { target_url: `http://127.0.0.1:${receiver.port}/hush`, event_type: "users.created" },
    });
    await world.createUser(key, "zoe");
    await exported();
    const deliveries = startDeliveries(world.services);
    await until(() => received.length === 1);
    await deliveries.stop(5_000);
    await receiver.stop(true);
    const [span, ...more] = await exported();
    if (span === undefined) throw new Error("no span");
    expect(more).toEqual([]);
    expect(received[0]?.get("traceparent")).toBe(`00-${span.traceId}-${span.spanId}-01`);
    expect([span.name, span.kind, span.parentSpanId]).toEqual(["deliver users.created", 3, undefined]);
    expect(attributesOf(span)).toMatchObject({
      "http.response.status_code": 500,
      "server.address": "127.0.0.1",
      "salute.attempt": 1,
      "salute.event_type": "users.created",
    });
    expect(span.status).toMatchObject({ code: 2 });
    expect(JSON.stringify(span)).not.toContain("hush");
  });

  test("a job's run has a span, with the error of a failed one", async () => {
    const job = (name: string, run: () => Promise<string>) => ({
      name,
      schedule: "17 3 * * *",
      timeoutMs: 60_000,
      description: "Sweeps",
      run,
    });
    const good = job("good", async () => "done");
    const poor = job("poor", () => Promise.reject(new Error("no broom")));
    const runner = new JobRunner(world.services, [good, poor]);
    for (const each of [good, poor]) await runner.run(each, "schedule");
    const spans = await exported();
    expect(spans.map(({ name, kind, status }) => [name, kind, status])).toEqual([
      ["job good", 1, undefined],
      ["job poor", 1, { code: 2, message: "no broom" }],
    ]);
    expect(spans.map(attributesOf)[1]).toEqual({
      "salute.job": "poor",
      "salute.job.trigger": "schedule",
      "salute.job.status": "failed",
    });
  });
});

test("without a collector nothing is traced, and deliveries carry no traceparent", async () => {
  const plain = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
  try {
    await plain.call("GET", "/status.json", { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    expect([plain.services.tracer, plain.services.spanExporter]).toEqual([null, null]);
    expect((await plain.call("GET", "/metrics")).text).not.toContain("salute_trace_spans_total");
    plain.services.log.flush();
    expect(plain.logged.join("\n")).not.toContain("trace_id");
  } finally {
    await plain.close();
  }
});
