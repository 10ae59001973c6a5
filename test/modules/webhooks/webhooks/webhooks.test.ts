import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { HOUR_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import type { ReceivedAnswer } from "../../../harness/app/caller.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;
let other: IssuedKey;

const WEBHOOKS = "/api/partner/webhooks";
const TARGET = "https://partner.example/hooks/salute";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  other = await world.createKey("umbrella");
});

afterEach(() => world.close());

const create = (body: object = {}, by = key) =>
  world.call("POST", WEBHOOKS, { key: by, body: { event_type: "*", target_url: TARGET, ...body } });
const list = async (query = "", by = key) =>
  (await world.call("GET", `${WEBHOOKS}${query}`, { key: by })).json;
const patch = (id: number, body: object, by = key) =>
  world.call("PATCH", `${WEBHOOKS}/${id}`, { key: by, body });
const outcome = ({ status, json }: ReceivedAnswer) => [status, json.error];
const fault = (answer: ReceivedAnswer) => [...outcome(answer), answer.json.details?.[0]?.field];
const rows = () =>
  world.services.live.read.all<Record<string, unknown>>("SELECT * FROM webhooks ORDER BY id");

describe("POST /api/partner/webhooks", () => {
  test("201: the webhook, on at once, with a secret that is shown this once and sealed at rest", async () => {
    const answer = await create({ event_type: "salutes.credit" });
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        success: true,
        webhook: {
          id: 1,
          event_type: "salutes.credit",
          event_types: ["salutes.credit"],
          target_url: TARGET,
          description: null,
          headers: {},
          max_per_second: null,
          metadata: null,
          is_active: true,
          off_reason: null,
          reason: null,
          consecutive_failures: 0,
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
          previous_secret_expires_at: null,
          created_at: "2026-11-21T10:00:00.000Z",
          updated_at: "2026-11-21T10:00:00.000Z",
        },
        docs_links: expect.any(Object),
        links: expect.objectContaining({ events: "/api/partner/webhook-events?webhook_id=1" }),
      },
    ]);
    const [row] = rows();
    expect(JSON.stringify(row)).not.toContain(answer.json.webhook.secret);
    expect(world.services.keyring.unseal(String(row?.secret_sealed), String(row?.uid))).toBe(
      answer.json.webhook.secret,
    );
    expect(JSON.stringify(await list())).not.toContain("whsec_");
  });

  test("400 names all that is missing at once, event_types first", async () => {
    const { status, json } = await world.call("POST", WEBHOOKS, { key, body: {} });
    expect([status, json.error, json.details]).toEqual([
      400,
      "invalid_payload",
      [
        { field: "event_types", message: "is required, unless event_type is given" },
        { field: "target_url", message: "is required" },
      ],
    ]);
    const typed = await world.call("POST", WEBHOOKS, { key, body: { event_type: "*" } });
    expect(typed.json.details).toEqual([{ field: "target_url", message: "is required" }]);
    const aimed = await world.call("POST", WEBHOOKS, { key, body: { target_url: TARGET } });
    expect(aimed.json.details.map(({ field }: { field: string }) => field)).toEqual(["event_types"]);
  });

  test("201 with a secret of the partner's own", async () => {
    expect((await create({ secret: SECRET })).json.webhook.secret).toBe(SECRET);
  });

  test("a replayed request shows no secret again", async () => {
    const send = () =>
      world.call("POST", WEBHOOKS, {
        key,
        idempotencyKey: "hook-1",
        body: { event_type: "*", target_url: TARGET },
      });
    await send();
    const again = await send();
    expect(outcome(again)).toEqual([409, "idempotency_replay"]);
    expect(again.json.original.body.webhook).toMatchObject({ id: 1, secret: null, secret_shown: true });
    expect((await list()).count).toBe(1);
  });

  test.each([
    ["no target", { target_url: undefined }, "target_url"],
    ["an unknown event type", { event_type: "salutes.gift" }, "event_type"],
    ["a type that only looks like one", { event_type: "salutesXcredit" }, "event_type"],
    ["no event type", { event_type: undefined }, "event_types"],
    ["a secret without its prefix", { secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }, "secret"],
    ["a secret of 23 bytes", { secret: `whsec_${Buffer.alloc(23).toString("base64")}` }, "secret"],
    ["a secret of 65 bytes", { secret: `whsec_${Buffer.alloc(65).toString("base64")}` }, "secret"],
    ["a secret in base64url", { secret: `whsec_${"-_".repeat(20)}` }, "secret"],
    ["an unknown property", { name: "main" }, "name"],
    ["a switch at the start", { is_active: false }, "is_active"],
  ])("400 for %s: the field is named and nothing is made", async (_, change, field) => {
    expect(fault(await create(change))).toEqual([400, "invalid_payload", field]);
    expect(rows()).toEqual([]);
  });

  test("409 state_conflict past 50 webhooks; a deleted one makes room; another partner has its own 50", async () => {
    for (let i = 0; i < 50; i++) expect((await create()).status).toBe(201);
    expect(outcome(await create())).toEqual([409, "state_conflict"]);
    expect((await create({}, other)).status).toBe(201);
    await world.call("DELETE", `${WEBHOOKS}/7`, { key });
    expect((await create()).status).toBe(201);
  });

  test("401 unsigned, 403 without the scope, 429 past 120 a minute on webhook routes", async () => {
    expect(outcome(await world.call("POST", WEBHOOKS, { body: {} }))).toEqual([401, "unauthorized"]);
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    expect(outcome(await create({}, reader))).toEqual([403, "forbidden"]);
    for (let i = 0; i < 120; i++) await list();
    const limited = await create();
    expect(outcome(limited)).toEqual([429, "rate_limited"]);
    expect(limited.headers.get("x-ratelimit-limit")).toBe("120");
    expect((await world.call("GET", "/api/partner/status", { key })).status).toBe(200);
  });
});

describe("what a target may be", () => {
  const refused = async (target: string) => fault(await create({ target_url: target }));

  test.each([
    "http://partner.example/",
    "ftp://partner.example/",
    "partner.example/hooks",
    "//partner.example/hooks",
    "https:/partner.example/",
    "https:///partner.example/",
    "https:\\\\partner.example/",
    " https://partner.example/",
    "https://partner.example/a b",
    "https://partner.example/\u0000",
    "https://zoe:pw@partner.example/",
    "https://zoe@partner.example/",
    "https://@partner.example/",
    "https://partner.example:0/",
    "https://partner.example/#x",
    "https://",
    "https://%/",
    `https://partner.example/${"x".repeat(2048)}`,
    "javascript:alert(1)",
  ])("400 for %p", async (target) => {
    expect(await refused(target)).toEqual([400, "invalid_payload", "target_url"]);
  });

  test.each([
    "https://localhost/",
    "https://api.localhost/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[ff02::1]/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.0.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://168.63.129.16/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://0.0.0.0/",
  ])("400 for %p, unless private targets are admitted", async (target) => {
    expect(await refused(target)).toEqual([400, "invalid_payload", "target_url"]);
    const lenient = await createWorld({ WEBHOOK_ALLOW_PRIVATE: "1" });
    try {
      const acme = await lenient.createKey("acme");
      const body = { event_type: "*", target_url: target };
      expect((await lenient.call("POST", WEBHOOKS, { key: acme, body })).status).toBe(201);
    } finally {
      await lenient.close();
    }
  });

  test.each(["https://partner.example", "https://8.8.8.8/x", "https://[2606:4700::1111]:8443/x?y=1"])(
    "201 for %p, kept as it was sent",
    async (target) => {
      expect((await create({ target_url: target })).json.webhook.target_url).toBe(target);
    },
  );

  test("http where WEBHOOK_ALLOW_HTTP=1", async () => {
    await world.close();
    world = await createWorld({ WEBHOOK_ALLOW_HTTP: "1" });
    key = await world.createKey("acme");
    expect((await create({ target_url: "http://partner.example/" })).status).toBe(201);
    expect(await refused("http://127.0.0.1/")).toEqual([400, "invalid_payload", "target_url"]);
  });
});

describe("GET /api/partner/webhooks", () => {
  test("200: newest first, is_active as 0 or 1, nobody else's, none that is deleted", async () => {
    await create({ event_type: "salutes.credit" });
    await create({ event_type: "users.updated" });
    await create();
    await create({}, other);
    await patch(2, { is_active: false });
    await world.call("DELETE", `${WEBHOOKS}/3`, { key });
    const { success, webhooks, count, query, pagination } = await list();
    expect({ success, count, query, pagination }).toEqual({
      success: true,
      count: 2,
      query: { event_type: null, is_active: null, metadata: null, limit: 50, offset: 0, cursor: null },
      pagination: { has_more: false, next_offset: null, next_cursor: null },
    });
    expect(webhooks).toEqual([
      {
        id: 2,
        event_type: "users.updated",
        event_types: ["users.updated"],
        description: null,
        headers: {},
        max_per_second: null,
        target_url: TARGET,
        metadata: null,
        is_active: 0,
        off_reason: "partner",
        reason: null,
        consecutive_failures: 0,
        created_at: "2026-11-21T10:00:00.000Z",
        updated_at: "2026-11-21T10:00:00.000Z",
      },
      expect.objectContaining({ id: 1, is_active: 1, off_reason: null }),
    ]);
  });

  test("200: filters by event type, several too, and by whether it is on", async () => {
    for (const event_type of ["salutes.credit", "users.updated", "*"]) await create({ event_type });
    await patch(1, { is_active: 0 });
    const ids = async (query: string) => (await list(query)).webhooks.map((each: { id: number }) => each.id);
    expect(await ids("?event_type=users.updated")).toEqual([2]);
    expect(await ids("?event_type=*&event_type=users.updated")).toEqual([3, 2]);
    expect(await ids("?is_active=0")).toEqual([1]);
    expect(await ids("?is_active")).toEqual([3, 2]);
    expect((await list("?is_active=true&event_type=*")).query).toMatchObject({
      event_type: "*",
      is_active: true,
    });
    expect((await list("?event_type=*&event_type=users.updated")).query.event_type).toEqual([
      "*",
      "users.updated",
    ]);
  });

  test("200: pages by offset and by cursor", async () => {
    for (let i = 0; i < 5; i++) await create();
    const first = await list("?limit=2");
    expect(first.pagination).toMatchObject({ has_more: true, next_offset: 2 });
    await create();
    const second = await list(`?limit=2&cursor=${first.pagination.next_cursor}`);
    expect(second.webhooks.map((each: { id: number }) => each.id)).toEqual([3, 2]);
    expect((await list("?limit=2&offset=2")).webhooks[0].id).toBe(4);
  });

  test("400 for a parameter that is none, 401, 403, 429", async () => {
    const get = (query: string, options = {}) =>
      world.call("GET", `${WEBHOOKS}${query}`, { key, ...options });
    expect(fault(await get("?event_type=salutes.gift"))).toEqual([400, "invalid_query", "event_type"]);
    expect(fault(await get("?is_active=yes"))).toEqual([400, "invalid_query", "is_active"]);
    expect(outcome(await world.call("GET", WEBHOOKS))).toEqual([401, "unauthorized"]);
    expect(outcome(await get("", { key: await world.createKey("acme", "sandbox") }))).toEqual([
      403,
      "forbidden",
    ]);
    for (let i = 0; i < 120; i++) await get("");
    expect(outcome(await get(""))).toEqual([429, "rate_limited"]);
  });
});

describe("PATCH /api/partner/webhooks/{webhook_id}", () => {
  test("200: off and on again, with a clean record of failures", async () => {
    await create();
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhooks SET consecutive_failures = 25, probe_at = 5, is_slow = 1"),
    );
    expect((await patch(1, { is_active: 0 })).json.webhook).toMatchObject({
      id: 1,
      is_active: false,
      off_reason: "partner",
      consecutive_failures: 25,
    });
    expect((await patch(1, { is_active: true })).json.webhook).toMatchObject({
      is_active: true,
      off_reason: null,
      consecutive_failures: 0,
    });
    expect(rows()[0]).toMatchObject({ probe_at: null, is_slow: 0, is_settling: 0, revision: 3 });
  });

  test("400 for nothing, a wrong value and a secret, 404 for another's, a deleted and an unknown one", async () => {
    await create();
    await create({}, other);
    expect(fault(await patch(1, {}))).toEqual([400, "invalid_payload", "body"]);
    expect(fault(await patch(1, { is_active: "1" }))).toEqual([400, "invalid_payload", "is_active"]);
    expect(fault(await patch(1, { is_active: true, secret: SECRET }))).toEqual([
      400,
      "invalid_payload",
      "secret",
    ]);
    for (const id of [2, 99]) {
      expect(outcome(await patch(id, { is_active: false }))).toEqual([404, "webhook_not_found"]);
    }
    await world.call("DELETE", `${WEBHOOKS}/1`, { key });
    expect(outcome(await patch(1, { is_active: true }))).toEqual([404, "webhook_not_found"]);
    expect(rows()[1]).toMatchObject({ is_active: 1 });
  });
});

describe("DELETE /api/partner/webhooks/{webhook_id}", () => {
  test("200 once, then 404; somebody else's is a 404 and stays", async () => {
    await create();
    await create({}, other);
    const remove = (id: number) => world.call("DELETE", `${WEBHOOKS}/${id}`, { key });
    expect((await remove(1)).json).toEqual({ success: true, deleted: true, webhook_id: 1 });
    expect(outcome(await remove(1))).toEqual([404, "webhook_not_found"]);
    expect(outcome(await remove(2))).toEqual([404, "webhook_not_found"]);
    expect((await list("", other)).count).toBe(1);
    expect(fault(await world.call("DELETE", `${WEBHOOKS}/x`, { key }))).toEqual([
      400,
      "invalid_query",
      "webhook_id",
    ]);
  });
});

describe("POST /api/partner/webhooks/{webhook_id}/rotate-secret", () => {
  const rotate = (id: number, body?: object, by = key) =>
    world.call("POST", `${WEBHOOKS}/${id}/rotate-secret`, {
      key: by,
      ...(body === undefined ? {} : { body }),
    });

  test("200: a new secret, shown this once; the old one is kept sealed for 24 h", async () => {
    const old = (await create()).json.webhook.secret;
    const { webhook } = (await rotate(1)).json;
    expect(webhook).toMatchObject({ id: 1, previous_secret_expires_at: "2026-11-22T10:00:00.000Z" });
    expect(webhook.secret).toMatch(/^whsec_/);
    expect(webhook.secret).not.toBe(old);
    const [row] = rows();
    const { keyring } = world.services;
    expect(keyring.unseal(String(row?.secret_sealed), String(row?.uid))).toBe(webhook.secret);
    expect(keyring.unseal(String(row?.previous_secret_sealed), String(row?.uid))).toBe(old);
    expect([row?.previous_secret_expires_at, row?.revision]).toEqual([world.clock.now() + 24 * HOUR_MS, 2]);
  });

  test("200 with a secret of the partner's own; 400 for one that is none, or is the present one", async () => {
    await create({ secret: SECRET });
    expect(fault(await rotate(1, { secret: "hunter2" }))).toEqual([400, "invalid_payload", "secret"]);
    expect(fault(await rotate(1, { secret: SECRET }))).toEqual([400, "invalid_payload", "secret"]);
    const own = `whsec_${Buffer.alloc(64, 7).toString("base64")}`;
    expect((await rotate(1, { secret: own })).json.webhook.secret).toBe(own);
  });

  test("404 for another's; a replay shows no secret", async () => {
    await create();
    expect(outcome(await rotate(1, {}, other))).toEqual([404, "webhook_not_found"]);
    const again = () =>
      world.call("POST", `${WEBHOOKS}/1/rotate-secret`, { key, body: {}, idempotencyKey: "turn-1" });
    await again();
    expect((await again()).json.original.body.webhook.secret).toBeNull();
    expect(rows()[0]?.revision).toBe(2);
  });
});

describe("POST /api/partner/webhooks/{webhook_id}/test", () => {
  const send = (id: number, by = key) => world.call("POST", `${WEBHOOKS}/${id}/test`, { key: by });
  const records = () =>
    world.services.live.read.all<{ webhook_id: number; state: string; fanout_count: number }>(
      `SELECT webhook_id, state, fanout_count FROM webhook_deliveries JOIN events ON events.id = event_id
         WHERE event_type = 'webhook.test'`,
    );

  test("200: one record, at this webhook whatever it subscribes to, and at no other", async () => {
    await create({ event_type: "users.deleted" });
    await create();
    await create({ event_type: "webhook.test" });
    expect((await send(1)).json).toEqual({
      success: true,
      queued: true,
      event_id: 1,
      event_uid: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/),
      event_type: "webhook.test",
      webhook_id: 1,
      status: "pending",
    });
    expect(records()).toEqual([{ webhook_id: 1, state: "pending", fanout_count: 1 }]);
  });

  test("a webhook that is off keeps its test until it is on", async () => {
    await create();
    await patch(1, { is_active: false });
    expect((await send(1)).json).toMatchObject({ queued: true, status: "held" });
    expect(records()).toMatchObject([{ state: "held" }]);
    await patch(1, { is_active: true });
    expect(records()).toMatchObject([{ state: "pending" }]);
  });

  test("404 for another's and a deleted one", async () => {
    await create();
    expect(outcome(await send(1, other))).toEqual([404, "webhook_not_found"]);
    await world.call("DELETE", `${WEBHOOKS}/1`, { key });
    expect(outcome(await send(1))).toEqual([404, "webhook_not_found"]);
    expect(records()).toEqual([]);
  });
});

describe("POST /api/partner/webhooks/signature/verify", () => {
  const PAYLOAD = '{"event_id":"evt_1", "event_type":"salutes.credit","data":{"name":"Zoé"}}';
  const verify = (change: object = {}, options = {}) =>
    world.call("POST", `${WEBHOOKS}/signature/verify`, {
      key,
      body: { signature: "00", timestamp: 1795255200, payload: PAYLOAD, secret: SECRET, ...change },
      ...options,
    });
  const right = createHmac("sha256", SECRET).update(`1795255200.${PAYLOAD}`).digest("hex");

  test("200: valid for the right signature, the timestamp as number or text", async () => {
    for (const timestamp of [1795255200, "1795255200"]) {
      expect((await verify({ signature: right, timestamp })).json).toEqual({
        success: true,
        valid: true,
        provided_signature: right,
        expected_signature: right,
        timestamp: 1795255200,
        canonical_body: `1795255200.${PAYLOAD}`,
        validator_example: expect.stringContaining("createHmac"),
      });
    }
  });

  test("200 with valid false for any other; the secret is not echoed, and nothing is logged of it", async () => {
    for (const change of [
      {},
      { signature: right, payload: `${PAYLOAD} ` },
      { signature: right, timestamp: 1795255201 },
      { signature: right, secret: "whsec_other" },
    ]) {
      const answer = await verify(change);
      expect([answer.status, answer.json.valid]).toEqual([200, false]);
      expect(answer.text).not.toContain(SECRET);
    }
    expect(world.logged.join("\n")).not.toContain(SECRET);
  });

  test("changes nothing: neither nonce nor Idempotency-Key is asked for, and safe mode lets it pass", async () => {
    expect((await verify({}, { nonce: null, idempotencyKey: null })).status).toBe(200);
  });

  test("400 naming the field; 401, 403, 429", async () => {
    for (const field of ["signature", "timestamp", "payload", "secret"]) {
      expect(fault(await verify({ [field]: undefined }))).toEqual([400, "invalid_payload", field]);
    }
    expect(fault(await verify({ timestamp: "soon" }))).toEqual([400, "invalid_payload", "timestamp"]);
    expect(outcome(await world.call("POST", `${WEBHOOKS}/signature/verify`, { body: {} }))).toEqual([
      401,
      "unauthorized",
    ]);
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    expect(outcome(await verify({}, { key: reader }))).toEqual([403, "forbidden"]);
    for (let i = 0; i < 120; i++) await verify();
    expect(outcome(await verify())).toEqual([429, "rate_limited"]);
  });
});
