import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import { sendAlerts } from "../../../../src/modules/operations/alerts/index.ts";
import { listOpenCalls } from "../../../../src/modules/operations/calls/index.ts";
import { beat, escalate } from "../../../../src/modules/operations/monitor/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { type CallOptions, createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";

const MONITOR = "/admin/ops/alerts-monitor";
const { signal } = new AbortController();

let world: World;
let stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await world.close();
  for (const stop of stops) await stop();
  stops = [];
});

/** A receiver on loopback that records posts. */
function listener() {
  const taken: { type: string; title: string; text: string }[] = [];
  const methods: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      methods.push(request.method);
      if (request.method === "POST") taken.push(await request.json());
      return new Response("ok");
    },
  });
  stops.push(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}/very-secret-part`, taken, methods };
}

function rulesFile(rules: object[] | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "salute-rules-")), "rules.json");
  writeFileSync(path, typeof rules === "string" ? rules : JSON.stringify({ rules }));
  return path;
}

/** A rule that fires at once during refusals and is not covered by a check. */
const LOGIN = { rule: "login_failures", threshold: 2, for_minutes: 0, runbook: "Look at the audit trail." };

const bearer = async (name: string, role: "viewer" | "operator"): Promise<CallOptions> => ({
  headers: { authorization: `Bearer ${(await makeOperator(world, name, role)).token}` },
});

const failSignIns = async (times: number) => {
  for (let count = 0; count < times; count++)
    await world.call("POST", "/admin/sign-in", {
      body: "name=nobody&password=wrong-password",
      nonce: null,
      idempotencyKey: null,
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    });
};

test("every built-in rule is measured, and each run stores the results", async () => {
  world = await createWorld();
  expect(await runJob(world, "alerts_monitor")).toBe("7 rules measured, none firing");
  const viewer = await bearer("eve", "viewer");
  const { json } = await world.call("GET", `${MONITOR}/export.json?days=1`, viewer);
  expect(json.rules.map(({ rule }: { rule: string }) => rule)).toEqual([
    "http_5xx_share",
    "http_p99_ms",
    "disk_left",
    "wal_size",
    "spikes_403",
    "probes_failing",
    "login_failures",
  ]);
  expect(json.rules[3].check).toBe("database");
  const [run] = json.runs;
  expect([json.count, run.id, run.at]).toEqual([1, 1, "2026-11-21T10:00:00.000Z"]);
  expect(run.rules[0]).toEqual({
    rule: "http_5xx_share",
    value: null,
    threshold: 5,
    state: "ok",
    since: null,
  });
  expect(run.rules[2].value).toBeGreaterThan(0);
  const rows = parseCsv((await world.call("GET", `${MONITOR}/runs/export`, viewer)).text);
  expect(rows.map(({ rule, value, state }) => [rule, value, state])).toEqual(
    run.rules.map(({ rule, value, state }: { rule: string; value: number | null; state: string }) => [
      rule,
      value === null ? "" : String(value),
      state,
    ]),
  );
});

test("the rules measure spikes of refusals, server errors and slow responses", async () => {
  world = await createWorld();
  world.clock.advance(3 * 60 * MINUTE_MS);
  for (let count = 0; count < 12; count++) await world.call("GET", "/admin/jobs");
  world.services.usage.record({ keyId: "", route: "GET /api/public-stats", status: 500, durationMs: 4_000 });
  await runJob(world, "alerts_monitor");
  const { json } = await world.call("GET", MONITOR, await bearer("eve", "viewer"));
  const of = (name: string) => json.rules.find(({ rule }: { rule: string }) => rule === name);
  expect([of("spikes_403").value, of("spikes_403").state]).toEqual([1, "firing"]);
  expect(of("http_5xx_share")).toMatchObject({ value: 7.69, state: "pending" });
  expect(of("http_p99_ms").value).toBeGreaterThan(3_999);
});

test("an alarm sends an alert with its runbook, is escalated once if unacknowledged, and sends an alert at its end", async () => {
  const [first, second] = [listener(), listener()];
  world = await createWorld({
    ALERT_WEBHOOK_URL: first.url,
    ALERT_ESCALATION_URL: second.url,
    ALERT_RULES_FILE: rulesFile([LOGIN]),
  });
  const sendAll = () => sendAlerts(world.services, signal);
  await failSignIns(3);
  expect(await runJob(world, "alerts_monitor")).toBe("1 rules measured, firing: login_failures");
  await sendAll();
  expect(first.taken.map(({ type }) => type)).toEqual(["monitor.firing"]);
  expect(first.taken[0]?.text).toContain("Look at the audit trail.");
  world.clock.advance(14 * MINUTE_MS);
  await escalate(world.services);
  await sendAll();
  expect(second.taken).toEqual([]);
  world.clock.advance(MINUTE_MS);
  for (let times = 0; times < 2; times++) await escalate(world.services);
  await sendAll();
  expect(second.taken.map(({ type }) => type)).toEqual(["monitor.escalated"]);
  world.clock.advance(5 * MINUTE_MS);
  await runJob(world, "alerts_monitor");
  await sendAll();
  expect(first.taken.map(({ type }) => type)).toEqual(["monitor.firing", "monitor.resolved"]);
  expect(second.taken).toHaveLength(1);
  expect(world.logged.join("\n")).not.toContain("very-secret-part");
});

test("an acknowledged alarm is not escalated; only a firing rule can be acknowledged", async () => {
  const second = listener();
  world = await createWorld({ ALERT_ESCALATION_URL: second.url, ALERT_RULES_FILE: rulesFile([LOGIN]) });
  const operator = await bearer("otto", "operator");
  const post = (action: string, body: object, options = operator) =>
    world.call("POST", `${MONITOR}/${action}`, { ...options, body });
  const early = await post("acknowledge", { rule: "login_failures" });
  expect([early.status, early.json.error]).toEqual([409, "state_conflict"]);
  await failSignIns(2);
  await runJob(world, "alerts_monitor");
  const done = await post("acknowledge", { rule: "login_failures" });
  expect([done.status, done.json.rule.acknowledged_by]).toEqual([200, "otto"]);
  world.clock.advance(60 * MINUTE_MS);
  await escalate(world.services);
  await sendAlerts(world.services, signal);
  expect(second.taken).toEqual([]);
  for (const [action, body, status] of [
    ["acknowledge", { rule: "weather" }, 404],
    ["silence", { rule: "weather", until: null }, 404],
    ["acknowledge", {}, 400],
    ["silence", { rule: "login_failures" }, 400],
    ["silence", { rule: "login_failures", until: "soon" }, 400],
    ["silence", { rule: "login_failures", until: "2026-11-20T00:00:00Z" }, 400],
    ["silence", { rule: "login_failures", until: "2027-11-20T00:00:00Z" }, 400],
  ] as const)
    expect([action, body, (await post(action, body)).status]).toEqual([action, body, status]);
  const viewer = await bearer("eve", "viewer");
  for (const action of ["acknowledge", "silence"])
    expect((await post(action, { rule: "login_failures", until: null }, viewer)).status).toBe(403);
});

test("a silenced rule sends no alerts until the silence ends", async () => {
  const first = listener();
  world = await createWorld({ ALERT_WEBHOOK_URL: first.url, ALERT_RULES_FILE: rulesFile([LOGIN]) });
  const operator = await bearer("otto", "operator");
  const until = new Date(world.clock.now() + 4 * MINUTE_MS).toISOString();
  const silenced = await world.call("POST", `${MONITOR}/silence`, {
    ...operator,
    body: { rule: "login_failures", until },
  });
  expect([silenced.status, silenced.json.rule.silenced_until]).toEqual([200, until]);
  const headers = { ...operator.headers, "idempotency-key": "silence-1" };
  const lift = (rule: string) => world.call("POST", `${MONITOR}/silence`, { headers, body: { rule, until } });
  expect([(await lift("login_failures")).status, (await lift("weather")).status]).toEqual([200, 409]);
  await failSignIns(2);
  await runJob(world, "alerts_monitor");
  await sendAlerts(world.services, signal);
  expect(first.taken).toEqual([]);
  world.clock.advance(5 * MINUTE_MS);
  await runJob(world, "alerts_monitor");
  await sendAlerts(world.services, signal);
  expect(first.taken.map(({ type }) => type)).toEqual(["monitor.firing"]);
});

test("an alarm that ends while its rule is silenced waits for no acknowledgement", async () => {
  const first = listener();
  world = await createWorld({ ALERT_WEBHOOK_URL: first.url, ALERT_RULES_FILE: rulesFile([LOGIN]) });
  const open = () => listOpenCalls(world.services.live.read, 10).map(({ subject }) => subject);
  await failSignIns(2);
  await runJob(world, "alerts_monitor");
  expect(open()).toEqual(["rule:login_failures"]);
  const until = new Date(world.clock.now() + HOUR_MS).toISOString();
  const operator = await bearer("otto", "operator");
  await world.call("POST", `${MONITOR}/silence`, { ...operator, body: { rule: "login_failures", until } });
  world.clock.advance(30 * MINUTE_MS);
  await runJob(world, "alerts_monitor");
  expect(open()).toEqual([]);
});

test("the archive holds rules, runs and alerts, with the SHA-256 of each", async () => {
  const first = listener();
  world = await createWorld({ ALERT_WEBHOOK_URL: first.url, ALERT_RULES_FILE: rulesFile([LOGIN]) });
  await failSignIns(2);
  await runJob(world, "alerts_monitor");
  const { status, bytes, headers } = await world.call(
    "GET",
    `${MONITOR}/export.zip`,
    await bearer("eve", "viewer"),
  );
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(["rules.json", "runs.jsonl", "alerts.csv", "README.txt"]);
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(JSON.parse(text("rules.json"))).toEqual({ rules: [LOGIN] });
  expect(
    text("runs.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).rules[0].state),
  ).toEqual(["firing"]);
  expect(parseCsv(text("alerts.csv")).map(({ type }) => type)).toEqual(["monitor.firing"]);
  for (const name of ["rules.json", "runs.jsonl", "alerts.csv"]) {
    const sum = new Bun.CryptoHasher("sha256").update(files[name] ?? "").digest("hex");
    expect(text("README.txt")).toContain(`${sum}  ${name}`);
  }
  expect(new TextDecoder().decode(bytes)).not.toContain("very-secret-part");
});

test("the page shows each rule, with forms to acknowledge, silence and end the silence", async () => {
  world = await createWorld({ ALERT_RULES_FILE: rulesFile([LOGIN]) });
  const browser = await signedIn(world, "otto", "operator");
  await failSignIns(2);
  await runJob(world, "alerts_monitor");
  const page = await browser.open(MONITOR);
  for (const words of ["login_failures", "firing", "Acknowledge", "Silence", "incidents/new?title="])
    expect(page.text).toContain(words);
  expect((await browser.submit(`${MONITOR}/forms/acknowledge`, { rule: "login_failures" })).status).toBe(303);
  expect((await browser.open(MONITOR)).text).toContain("acknowledged by otto");
  expect(
    (await browser.submit(`${MONITOR}/forms/silence`, { rule: "login_failures", hours: "2" })).status,
  ).toBe(303);
  expect((await browser.open(MONITOR)).text).toContain("End silence");
  expect((await browser.submit(`${MONITOR}/forms/unsilence`, { rule: "login_failures" })).status).toBe(303);
  for (const [form, fields] of [
    ["acknowledge", {}],
    ["silence", { hours: "1" }],
    ["unsilence", {}],
  ] as const)
    expect((await browser.submit(`${MONITOR}/forms/${form}`, { rule: "weather", ...fields })).status).toBe(
      404,
    );
  world.clock.advance(60 * MINUTE_MS);
  await runJob(world, "alerts_monitor");
  await browser.open(MONITOR);
  expect((await browser.submit(`${MONITOR}/forms/acknowledge`, { rule: "login_failures" })).status).toBe(409);
});

test("a malformed ALERT_RULES_FILE prevents the start with a message that names the variable", async () => {
  for (const path of [rulesFile("{"), rulesFile([{ ...LOGIN, rule: "weather" }]), "/nowhere/rules.json"])
    await expect(createWorld({ ALERT_RULES_FILE: path })).rejects.toThrow("ALERT_RULES_FILE");
  world = await createWorld();
});

test("heartbeats are sent while the process is ready; an unreachable receiver is logged without its URL", async () => {
  const beats = listener();
  world = await createWorld({ HEARTBEAT_URL: beats.url });
  await beat(world.services, signal);
  expect(beats.methods).toEqual(["GET"]);
  const notReady = async () => ({ ready: false, checks: { live_db: "full" } });
  await beat({ ...world.services, readiness: notReady }, signal);
  expect(beats.methods).toEqual(["GET"]);
  await stops.pop()?.();
  await beat(world.services, signal);
  world.services.log.flush();
  expect(world.logged.join("\n")).toContain("HEARTBEAT_URL did not accept a heartbeat");
  expect(world.logged.join("\n")).not.toContain("very-secret-part");
});
