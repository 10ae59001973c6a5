import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHmac } from "node:crypto";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { sweepPastEvents } from "../../../../src/modules/webhooks/events/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { until } from "../../../harness/until.ts";
import { NO_LIMIT, SANDBOX } from "./script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const get = (path: string) => world.call("GET", `${SANDBOX}${path}`, { key });
const post = (path: string, body?: object) =>
  world.call("POST", `${SANDBOX}${path}`, { key, ...(body === undefined ? {} : { body }) });
const patch = (path: string, body: object) => world.call("PATCH", `${SANDBOX}${path}`, { key, body });
const remove = (path: string) => world.call("DELETE", `${SANDBOX}${path}`, { key });
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error];

const FIXTURE_SECRET = "whsec_c2FsdXRlIHByYWN0aWNlIHdlYmhvb2sgc2VjcmV0ISE=";

interface Simulation {
  headers: Record<string, string>;
  body: string;
}

/** As a receiver would, written from the contract. */
function requireSigned({ headers, body }: Simulation, secret: string): void {
  const timestamp = headers["X-Webhook-Timestamp"];
  expect(headers["X-Webhook-Signature"]).toBe(
    createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex"),
  );
  const standard = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]?.split(" ")).toContain(`v1,${standard}`);
  const envelope = JSON.parse(body);
  expect(Object.keys(envelope)).toEqual([
    "event_id",
    "event_type",
    "data",
    "occurred_at",
    "sequence",
    "idempotency_key",
  ]);
  expect([headers["X-Webhook-Id"], headers["X-Webhook-Event"]]).toEqual([
    envelope.event_id,
    envelope.event_type,
  ]);
}

async function makeWebhook(event_type = "salutes.credit"): Promise<{ id: number; secret: string }> {
  const made = await post("/webhooks", { event_type, target_url: "https://partner.example/in" });
  expect(made.status).toBe(201);
  return made.json.webhook;
}

const credit = () => post("/salutes/credit", { user_id: 1, amount: 1, reason: "quest" });
const recordsOf = async (webhookId: number) =>
  (await get(`/webhook-events?webhook_id=${webhookId}`)).json.events as { id: number; status: string }[];

describe("deliveries in the sandbox", () => {
  test("are delivered at once, with one simulated attempt", async () => {
    const { id } = await makeWebhook();
    await credit();
    const [record] = await recordsOf(id);
    expect(record).toMatchObject({
      event_type: "salutes.credit",
      status: "delivered",
      attempts: 1,
      delivered_at: "2026-01-05T09:00:01.000Z",
    });
    const { attempts } = (await get(`/webhook-events/${record?.id}/attempts`)).json;
    expect(attempts).toEqual([
      {
        attempt: 1,
        attempted_at: "2026-01-05T09:00:01.000Z",
        http_status: 200,
        duration_ms: 0,
        response_excerpt: null,
        error: null,
        reason_tag: null,
        next_attempt_at: null,
        probe: false,
        simulated: true,
      },
    ]);
  });

  test("leave the feed after 30 days", async () => {
    await makeWebhook();
    await credit();
    const { sandboxFiles } = world.services;
    const database = sandboxFiles.take("acme");
    const at = world.clock.now();
    const keeping = { finishedBefore: at + DAY_MS, deadBefore: at };
    await sweepPastEvents(database, keeping, new AbortController().signal);
    sandboxFiles.letGo(database);
    expect(errorOf(await get("/events?after=0"))).toEqual([410, "events_expired"]);
    expect(errorOf(await get("/events/stream?after=0"))).toEqual([410, "events_expired"]);
  });

  test("show the request that a live delivery would have sent, signed, with own headers masked", async () => {
    const { id, secret } = await makeWebhook();
    await patch(`/webhooks/${id}`, { headers: { Authorization: "Bearer 5d2c81f0" } });
    await credit();
    const [record] = await recordsOf(id);
    const { event, request } = (await get(`/webhook-events/${record?.id}`)).json;
    expect([event.status, event.event_type]).toEqual(["delivered", "salutes.credit"]);
    expect(request.headers).toMatchObject({ Authorization: "***", "X-Webhook-Event": "salutes.credit" });
    const verified = await post("/webhooks/signature/verify", {
      signature: request.headers["X-Webhook-Signature"],
      timestamp: request.headers["X-Webhook-Timestamp"],
      payload: request.body,
      secret,
    });
    expect(verified.json.valid).toBe(true);
  });

  test("of events that a new webhook missed are made by recover, and delivered at once", async () => {
    await credit();
    await credit();
    const { id } = await makeWebhook();
    const body = { since: "2026-01-05T09:00:00Z" };
    expect((await post(`/webhooks/${id}/recover`, body)).json).toMatchObject({
      mode: "sandbox",
      queued: 2,
      has_more: false,
    });
    expect((await recordsOf(id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  test("are 404 for another id, and a recovery is made once per Idempotency-Key", async () => {
    expect(errorOf(await get("/webhook-events/999"))).toEqual([404, "not_found"]);
    const since = { since: "2026-01-05T08:00:00Z" };
    expect(errorOf(await post("/webhooks/999/recover", since))).toEqual([404, "webhook_not_found"]);
    const { id } = await makeWebhook();
    const recover = (body: object) =>
      world.call("POST", `/api/partner/sandbox/webhooks/${id}/recover`, {
        key,
        body,
        idempotencyKey: "again",
      });
    expect((await recover(since)).status).toBe(200);
    expect(errorOf(await recover(since))).toEqual([409, "idempotency_replay"]);
    expect(errorOf(await recover({ since: "2026-01-05T08:30:00Z" }))).toEqual([409, "idempotency_conflict"]);
  });

  test("are held while the webhook is off, however many, and delivered once it is on", async () => {
    const { id } = await makeWebhook();
    await patch(`/webhooks/${id}`, { is_active: false });
    const { sandboxFiles } = world.services;
    const database = sandboxFiles.take("acme");
    for (let i = 0; i < 3; i++) await credit();
    expect((await recordsOf(id)).map(({ status }) => status)).toEqual(["held", "held", "held"]);
    // More than one chunk of a live webhook's queue.
    await database.writer.run((tx) => {
      const row = tx.get<{ event_id: number }>(
        "SELECT event_id FROM webhook_deliveries WHERE state = 'held'",
      );
      for (let i = 0; i < 1_200; i++) {
        const event = tx.run(
          "INSERT INTO events (uid, partner_id, sequence, event_type, data, fanout_count, created_at) SELECT ?, partner_id, (SELECT max(sequence) + 1 FROM events), event_type, data, 1, created_at FROM events WHERE id = ?",
          `evt_${i}`,
          row?.event_id ?? 0,
        ).lastInsertRowid;
        tx.run(
          "INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, held_at, created_at, updated_at) VALUES (?, ?, 1, 'held', 0, 0, 0, 0)",
          id,
          event,
        );
      }
    });
    await patch(`/webhooks/${id}`, { is_active: true });
    const states = database.read.all(
      "SELECT state, COUNT(*) AS n FROM webhook_deliveries WHERE webhook_id = ? GROUP BY state",
      id,
    );
    sandboxFiles.letGo(database);
    expect(states).toEqual([{ state: "delivered", n: 1_203 }]);
  });

  test("the seed has one dead letter, told of to the other webhook; a replay delivers it", async () => {
    const dead = (await get("/webhook-events?status=dead_letter")).json.events;
    expect(dead).toHaveLength(1);
    expect(dead[0]).toMatchObject({ event_type: "salutes.debit", attempts: 14, reason_tag: "http_error" });
    const { attempts } = (await get(`/webhook-events/${dead[0].id}/attempts`)).json;
    expect(attempts).toHaveLength(14);
    expect(new Set(attempts.map((each: { http_status: number }) => each.http_status))).toEqual(
      new Set([500]),
    );
    const told = (await get("/webhook-events?event_type=webhook.delivery_failed")).json.events;
    expect(told.map((each: { webhook_id: number }) => each.webhook_id)).toEqual([1]);
    const { json } = await post("/webhook-events/replay", { event_ids: [dead[0].id, 999] });
    expect([json.count, json.replayed_count, json.failed_count]).toEqual([2, 1, 1]);
    expect(json.results[1]).toMatchObject({ error: "not_found", simulation: null });
    requireSigned(json.results[0].simulation, FIXTURE_SECRET);
    expect(json.results[0].simulation.headers["X-Webhook-Attempt"]).toBe("15");
    expect((await get("/webhook-events?status=dead_letter")).json.count).toBe(0);
  });

  test("are narrowed by user, type, webhook and time, and read in either order, page by page", async () => {
    const ofUser = (await get("/webhook-events?user_id=ext:practice-zoe")).json;
    expect(ofUser.events.map((each: { event_type: string }) => each.event_type)).toEqual([
      "salutes.credit",
      "wallets.linked",
      "users.created",
    ]);
    expect(ofUser.query).toMatchObject({ user_id: "ext:practice-zoe", order: "desc", event_type: null });
    expect(errorOf(await get("/webhook-events?user_id=99"))).toEqual([404, "user_not_found"]);
    const ids: number[] = [];
    let query = "order=asc&limit=5";
    for (;;) {
      const { events, pagination } = (await get(`/webhook-events?${query}`)).json;
      ids.push(...events.map((each: { id: number }) => each.id));
      if (!pagination.has_more) break;
      query = `order=asc&limit=5&cursor=${pagination.next_cursor}`;
    }
    expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    const early = (await get("/webhook-events?to=2026-01-04T11:00:00Z&from=2026-01-04T10:00:00Z")).json;
    expect(early.events.length).toBeGreaterThan(0);
    expect(early.events.every((each: { created_at: string }) => each.created_at < "2026-01-04T11")).toBe(
      true,
    );
  });
});

describe("webhooks in the sandbox", () => {
  test("a test simulates what would have been sent, which verifies with the webhook's secret", async () => {
    const { id, secret } = await makeWebhook();
    const tested = await post(`/webhooks/${id}/test`);
    expect(tested.json).toMatchObject({ queued: true, event_type: "webhook.test", webhook_id: id });
    requireSigned(tested.json.simulation, secret);
    const [record] = await recordsOf(id);
    expect([record?.id, record?.status]).toEqual([tested.json.event_id, "delivered"]);
    await patch(`/webhooks/${id}`, { is_active: false });
    requireSigned((await post(`/webhooks/${id}/test`)).json.simulation, secret);
  });

  test("after a rotation webhook-signature carries both secrets, until 24 h of sandbox time are over", async () => {
    const { id, secret } = await makeWebhook();
    const rotated = await post(`/webhooks/${id}/rotate-secret`, {});
    const fresh = rotated.json.webhook.secret;
    const { simulation } = (await post(`/webhooks/${id}/test`)).json;
    requireSigned(simulation, fresh);
    const old = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
      .update(
        `${simulation.headers["webhook-id"]}.${simulation.headers["webhook-timestamp"]}.${simulation.body}`,
      )
      .digest("base64");
    expect(simulation.headers["webhook-signature"].split(" ")[1]).toBe(`v1,${old}`);
  });

  test("signature/verify checks a simulation, and is evidence only where it is valid", async () => {
    const { id, secret } = await makeWebhook();
    const { headers, body } = (await post(`/webhooks/${id}/test`)).json.simulation;
    const check = (signature: string) =>
      post("/webhooks/signature/verify", {
        signature,
        timestamp: headers["X-Webhook-Timestamp"],
        payload: body,
        secret,
      });
    const wrong = await check("00");
    expect([wrong.status, wrong.json.valid, wrong.json.mode]).toEqual([200, false, "sandbox"]);
    const passed = async () =>
      (await get("/promotion-report")).json.checks.find(
        (each: { name: string }) => each.name === "signature_verified",
      ).passed;
    expect(await passed()).toBe(false);
    expect((await check(headers["X-Webhook-Signature"])).json.valid).toBe(true);
    expect(await passed()).toBe(true);
  });

  test("what is not there is 404, what is wrong 400, past fifty 409", async () => {
    expect(errorOf(await post("/webhooks/99/test"))).toEqual([404, "webhook_not_found"]);
    expect(errorOf(await post("/webhooks/99/rotate-secret", {}))).toEqual([404, "webhook_not_found"]);
    expect(errorOf(await patch("/webhooks/99", { is_active: true }))).toEqual([404, "webhook_not_found"]);
    expect(errorOf(await remove("/webhooks/99"))).toEqual([404, "webhook_not_found"]);
    expect(errorOf(await get("/webhook-events/999/attempts"))).toEqual([404, "not_found"]);
    const plain = await post("/webhooks", { event_type: "*", target_url: "http://partner.example/" });
    expect([plain.status, plain.json.details[0].field]).toEqual([400, "target_url"]);
    for (let i = 2; i < 50; i++) await makeWebhook();
    const last = await post("/webhooks", { event_type: "*", target_url: "https://partner.example/" });
    expect(errorOf(last)).toEqual([409, "state_conflict"]);
    const gone = await remove("/webhooks/1");
    expect(gone.json).toMatchObject({ deleted: true, webhook_id: 1, live_side_effects_performed: false });
  });
});

describe("the webhook simulator", () => {
  const run = (body: object) => post("/webhook-simulator/run", body);

  test("lists its scenarios with their titles and types", async () => {
    const { json } = await get("/webhook-simulator/scenarios");
    expect(json.scenarios_count).toBe(json.scenarios.length);
    expect(json.scenarios).toEqual(
      expect.arrayContaining([
        { id: "claim_created", title: "Donation Claim Created", event_type: "donation.claim" },
        { id: "claim_redeemed", title: "Donation Claim Redeemed", event_type: "donation.claim_redeemed" },
        { id: "delivery_failed", title: "Webhook Delivery Failed", event_type: "webhook.delivery_failed" },
        { id: "salutes_credit", title: "Salutes Credited", event_type: "salutes.credit" },
        { id: "users_updated", title: "User Updated", event_type: "users.updated" },
      ]),
    );
  });

  test("says what running one takes", async () => {
    const { json } = await get("/webhook-simulator/run");
    expect(json).toMatchObject({
      method: "POST",
      required_fields: ["scenario_id"],
      optional_fields: ["secret", "key_id", "timestamp"],
      fixture_secret: FIXTURE_SECRET,
    });
  });

  test("every scenario's data have the shape that its type documents, and its delivery verifies", async () => {
    const { EVENT_CATALOGUE } = await import("../../../../src/modules/webhooks/events/index.ts");
    const { createValidator } = await import("../../../../src/http/schema/validate.ts");
    for (const { id, event_type } of (await get("/webhook-simulator/scenarios")).json.scenarios) {
      const { json } = await run({ scenario_id: id });
      expect(json.selected_scenario_id).toBe(id);
      requireSigned(json.simulation, FIXTURE_SECRET);
      const envelope = JSON.parse(json.simulation.body);
      expect(envelope.event_type).toBe(event_type);
      const shape = EVENT_CATALOGUE[event_type as keyof typeof EVENT_CATALOGUE].data;
      expect([id, createValidator(shape).faults(envelope.data)]).toEqual([id, null]);
    }
  });

  test("signs for a fixed sandbox time, the same bytes every time, or for the present where asked", async () => {
    const first = await run({ scenario_id: "salutes_credit" });
    await credit();
    world.clock.advance(77_000);
    expect((await run({ scenario_id: "salutes_credit" })).json).toEqual(first.json);
    expect(first.json.simulation.headers["X-Webhook-Timestamp"]).toBe(String(Date.UTC(2026, 0, 5, 9) / 1000));
    const now = (await run({ scenario_id: "salutes_credit", timestamp: "now" })).json.simulation;
    expect(now.headers["X-Webhook-Timestamp"]).toBe(String(Math.floor(world.clock.now() / 1000)));
    requireSigned(now, FIXTURE_SECRET);
    const then = (await run({ scenario_id: "salutes_credit", timestamp: 1_700_000_000 })).json.simulation;
    expect(then.headers["X-Webhook-Timestamp"]).toBe("1700000000");
  });

  test("takes another secret, which it does not echo, and another key id", async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const own = await run({ scenario_id: "users_updated", secret, key_id: "pk_live_abc" });
    requireSigned(own.json.simulation, secret);
    expect(own.json.fixture_secret).toBeNull();
    expect(own.text).not.toContain(secret);
    expect(own.json.simulation.headers["X-Partner-Key"]).toBe("pk_live_abc");
    const { simulation } = (await run({ scenario_id: "users_updated" })).json;
    expect(simulation.headers["X-Partner-Key"]).toBe(key.key_id);
    const plain = (await run({ scenario_id: "users_updated", secret: "topsecret" })).json.simulation;
    const timestamp = plain.headers["X-Webhook-Timestamp"];
    expect(plain.headers["X-Webhook-Signature"]).toBe(
      createHmac("sha256", "topsecret").update(`${timestamp}.${plain.body}`).digest("hex"),
    );
    expect(plain.headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", "topsecret").update(`${plain.headers["webhook-id"]}.${timestamp}.${plain.body}`).digest("base64")}`,
    );
  });

  test("needs neither nonce nor Idempotency-Key, and moves no clock", async () => {
    const answer = await world.call("POST", `${SANDBOX}/webhook-simulator/run`, {
      key,
      body: { scenario_id: "users_updated" },
      nonce: null,
      idempotencyKey: null,
    });
    expect([answer.status, answer.json.live_side_effects_performed]).toEqual([200, false]);
    expect((await get("/verify")).json.practice_time_utc).toBe("2026-01-05T09:00:00.000Z");
    const unknown = await run({ scenario_id: "nonsense" });
    expect([unknown.status, unknown.json.details[0].field]).toEqual([400, "scenario_id"]);
  });
});

test("everything that promotion asks for can be shown, and then the report says ready", async () => {
  const { id, secret } = await makeWebhook();
  await credit();
  await post("/salutes/debit", { user_id: 1, amount: 1, reason: "shop" });
  const nonce = "cd".repeat(16);
  const body = { user_id: 1, amount: 1, reason: "quest" };
  const send = (options: object) =>
    world.call("POST", `${SANDBOX}/salutes/credit`, { key, body, ...options });
  await send({ nonce, idempotencyKey: "one" });
  await send({ nonce, idempotencyKey: "two" });
  await send({ idempotencyKey: "one" });
  const { headers, body: payload } = (await post(`/webhooks/${id}/test`)).json.simulation;
  await post("/webhooks/signature/verify", {
    signature: headers["X-Webhook-Signature"],
    timestamp: headers["X-Webhook-Timestamp"],
    payload,
    secret,
  });
  const dead = (await get("/webhook-events?status=dead_letter")).json.events[0].id;
  await post("/webhook-events/replay", { event_ids: [dead] });
  await get("/salutes/balance?user_id=1");
  // A request shows in the report a moment after its answer.
  const report = await until(async () => {
    const { json } = await get("/promotion-report");
    return json.ready ? (json as Report) : null;
  }, 20_000);
  expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  expect([report.ready, report.passed_count]).toEqual([true, 9]);
});

interface Report {
  ready: boolean;
  passed_count: number;
  checks: { passed: boolean }[];
}
