import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createOperator } from "../../../../src/modules/access/operators/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/audit.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import type { ReceivedAnswer } from "../../../harness/app/caller.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import {
  attempt,
  broken,
  createWebhook,
  credit,
  lease,
  records,
  states,
  switchTo,
  TARGET,
} from "./fixture.ts";

let world: World;
let key: IssuedKey;
let other: IssuedKey;

const EVENTS = "/api/partner/webhook-events";
const DLQ = "/api/partner/webhooks/dlq";

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  other = await world.createKey("umbrella");
  await world.createUser(key, "zoe");
  await createWebhook(world, key, "salutes.credit");
});

afterEach(() => world.close());

const list = async (query = "", by = key) => (await world.call("GET", `${EVENTS}${query}`, { key: by })).json;
const ids = async (query = "") => (await list(query)).events.map((each: { id: number }) => each.id);
interface Named {
  id: number;
  event_uid: string;
}
const uidOf = async (id: number): Promise<string> =>
  (await list()).events.find((each: Named) => each.id === id).event_uid;
const replay = (body: object, by = key) => world.call("POST", `${EVENTS}/replay`, { key: by, body });
const outcome = ({ status, json }: ReceivedAnswer) => [status, json.error];
const fault = (answer: ReceivedAnswer) => [...outcome(answer), answer.json.details?.[0]?.field];
const credits = async (count: number) => {
  for (let i = 0; i < count; i++) {
    await credit(world, key, "ext:zoe");
    world.clock.advance(MINUTE_MS);
  }
};

describe("GET /api/partner/webhook-events", () => {
  test("200: newest first, each with its event, webhook and what became of it", async () => {
    await credits(2);
    await attempt(world, 1, "failed");
    const answer = await list();
    expect(answer).toMatchObject({
      success: true,
      count: 2,
      query: {
        status: null,
        reason_tag: null,
        from: null,
        to: null,
        webhook_id: null,
        event_id: null,
        event_type: null,
        limit: 50,
        offset: 0,
        cursor: null,
      },
      pagination: { has_more: false, next_offset: null, next_cursor: null },
    });
    expect(answer.events).toEqual([
      expect.objectContaining({ id: 2, status: "pending", next_attempt_at: "2026-11-21T10:01:00.000Z" }),
      {
        id: 1,
        event_uid: expect.stringMatching(/^evt_/),
        webhook_id: 1,
        event_type: "salutes.credit",
        status: "failed",
        attempts: 1,
        is_dead_letter: false,
        reason_tag: "http_error",
        last_error: "the receiver answered 500",
        target_url: TARGET,
        created_at: "2026-11-21T10:00:00.000Z",
        updated_at: "2026-11-21T10:02:00.000Z",
        last_attempt_at: "2026-11-21T10:02:00.000Z",
        next_attempt_at: "2026-11-21T10:03:00.000Z",
        delivered_at: null,
      },
    ]);
    expect((await list("", other)).count).toBe(0);
  });

  test("200: each filter narrows, and several together", async () => {
    await createWebhook(world, key, "*");
    await credits(4);
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "failed");
    await attempt(world, 3, "dead_letter", "timeout");
    await lease(world, 4);
    await switchTo(world, key, 2, false);
    await world.call("DELETE", "/api/partner/webhooks/1", { key });
    const all = Object.fromEntries(records(world).map(({ id, state }) => [id, state]));
    // The dead letter told the other webhook.
    expect(all).toEqual({
      1: "delivered",
      2: "held",
      3: "dead_letter",
      4: "delivering",
      5: "cancelled",
      6: "held",
      7: "cancelled",
      8: "held",
      9: "held",
    });
    for (const state of [
      "delivered",
      "delivering",
      "dead_letter",
      "held",
      "cancelled",
      "pending",
      "failed",
    ]) {
      const expected = Object.keys(all).filter((id) => all[id] === state);
      expect(await ids(`?status=${state}`)).toEqual(expected.map(Number).sort((a, b) => b - a));
      const ofOne = expected.filter((id) => records(world)[Number(id) - 1]?.webhook_id === 1);
      expect(await ids(`?status=${state}&webhook_id=1`)).toEqual(ofOne.map(Number).sort((a, b) => b - a));
    }
    expect(await ids("?webhook_id=1")).toEqual([7, 5, 3, 1]);
    expect(await ids("?reason_tag=timeout")).toEqual([3]);
    expect(await ids("?reason_tag=http_error&status=held")).toEqual([2]);
    expect(await ids("?webhook_id=99")).toEqual([]);
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 10, minutes)).toISOString();
    expect(await ids(`?from=${at(3)}`)).toEqual([9, 8, 7]);
    expect(await ids(`?to=${at(1)}`)).toEqual([2, 1]);
    expect(await ids(`?from=${at(1)}&to=${at(2)}&webhook_id=2`)).toEqual([4]);
  });

  test("200: nobody else's, though the webhook's id is named", async () => {
    await credits(1);
    for (const query of ["?webhook_id=1", "?webhook_id=1&status=pending", "?status=pending"]) {
      expect((await list(query, other)).events).toEqual([]);
    }
  });

  test("200: times find their rows though the clock was set back meanwhile", async () => {
    await credits(1);
    world.clock.advance(-MINUTE_MS - 50_000);
    await credits(1);
    expect(await ids("?from=2026-11-21T09:59:30Z")).toEqual([1]);
    expect(await ids("?to=2026-11-21T09:59:30Z")).toEqual([2]);
  });

  test("200: pages by offset and by cursor, which rows added meanwhile do not disturb", async () => {
    await credits(5);
    const first = await list("?limit=2");
    expect(first.pagination).toMatchObject({ has_more: true, next_offset: 2 });
    await credits(1);
    expect(await ids(`?limit=2&cursor=${first.pagination.next_cursor}`)).toEqual([3, 2]);
    expect(await ids("?limit=2&offset=4")).toEqual([2, 1]);
  });

  test("400 naming the parameter; 401, 403, 429", async () => {
    const get = (query: string, options = {}) => world.call("GET", `${EVENTS}${query}`, { key, ...options });
    for (const [query, field] of [
      ["?status=lost", "status"],
      ["?reason_tag=bad", "reason_tag"],
      ["?from=yesterday", "from"],
      ["?webhook_id=0", "webhook_id"],
      ["?limit=201", "limit"],
      ["?state=held", "state"],
    ]) {
      expect(fault(await get(query ?? ""))).toEqual([400, "invalid_query", field]);
    }
    expect(outcome(await world.call("GET", EVENTS))).toEqual([401, "unauthorized"]);
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    expect(outcome(await get("", { key: reader }))).toEqual([403, "forbidden"]);
    for (let i = 0; i < 120; i++) await get("");
    expect(outcome(await get(""))).toEqual([429, "rate_limited"]);
  });
});

describe("GET /api/partner/webhook-events/{event_id}/attempts", () => {
  const attempts = (id: number | string, query = "", by = key) =>
    world.call("GET", `${EVENTS}/${id}/attempts${query}`, { key: by });

  test("200: newest first, with what the receiver answered", async () => {
    await credits(1);
    await attempt(world, 1, "failed");
    world.clock.advance(MINUTE_MS);
    await attempt(world, 1, "delivered");
    const { json } = await attempts(1);
    expect(json).toMatchObject({ success: true, event_id: 1, status: "delivered", count: 2 });
    expect(json.event_uid).toMatch(/^evt_/);
    expect(json.attempts).toEqual([
      expect.objectContaining({ attempt: 2, http_status: 204, error: null, next_attempt_at: null }),
      {
        attempt: 1,
        attempted_at: "2026-11-21T10:01:00.000Z",
        http_status: 500,
        duration_ms: 12,
        response_excerpt: "out of order",
        error: "the receiver answered 500",
        reason_tag: "http_error",
        next_attempt_at: "2026-11-21T10:02:00.000Z",
        probe: false,
        simulated: false,
      },
    ]);
    const page = (await attempts(1, "?limit=1")).json;
    expect(page.pagination.has_more).toBe(true);
    const next = await attempts(1, `?limit=1&cursor=${page.pagination.next_cursor}`);
    expect(next.json.attempts).toMatchObject([{ attempt: 1 }]);
  });

  test("404 for an unknown record and another's; 400, 401, 403, 429", async () => {
    await credits(1);
    expect(outcome(await attempts(9))).toEqual([404, "not_found"]);
    expect(outcome(await attempts(1, "", other))).toEqual([404, "not_found"]);
    expect(fault(await attempts("evt_1"))).toEqual([400, "invalid_query", "event_id"]);
    expect(outcome(await world.call("GET", `${EVENTS}/1/attempts`))).toEqual([401, "unauthorized"]);
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    expect(outcome(await attempts(1, "", reader))).toEqual([403, "forbidden"]);
    for (let i = 0; i < 120; i++) await attempts(1);
    expect(outcome(await attempts(1))).toEqual([429, "rate_limited"]);
  });

  test("an attempt that is kept cannot be rewritten", async () => {
    await credits(1);
    await attempt(world, 1, "failed");
    const rewrite = world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhook_attempts SET http_status = 200"),
    );
    await expect(rewrite).rejects.toThrow("append-only");
  });
});

describe("POST /api/partner/webhook-events/replay", () => {
  test("200: each id answers for itself; what has ended gets a new round on the same record, now", async () => {
    await credits(6);
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "failed");
    await attempt(world, 3, "dead_letter");
    await lease(world, 4);
    world.clock.advance(HOUR_MS);
    const answer = await replay({ event_ids: [1, "2", 3, 4, 5, 99], note: "redeployed" });
    const uids = new Map((await list()).events.map((each: Named) => [each.id, each.event_uid]));
    const result = (event_id: number, error: string | null) => ({
      event_id,
      event_uid: uids.get(event_id) ?? null,
      replayed: error === null,
      error,
      status: error === null ? "pending" : event_id === 4 ? "delivering" : event_id === 5 ? "pending" : null,
      reason_tag: "receiver_fix",
    });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        success: true,
        count: 6,
        replayed_count: 3,
        failed_count: 3,
        reason_tag: "receiver_fix",
        note: "redeployed",
        results: [
          result(1, null),
          result(2, null),
          result(3, null),
          result(4, "in_progress"),
          result(5, "in_progress"),
          result(99, "not_found"),
        ],
        has_more: false,
        next_after: null,
      },
    ]);
    for (const id of [1, 2, 3]) {
      expect(records(world)[id - 1]).toMatchObject({
        state: "pending",
        attempts: 1,
        round_attempts: 0,
        round_started_at: world.clock.now(),
        next_attempt_at: world.clock.now(),
        reason_tag: "receiver_fix",
        delivered_at: null,
        died_at: null,
      });
    }
    expect(states(world).slice(3)).toEqual(["delivering", "pending", "pending"]);
    expect((await replay({ event_ids: [1] })).json.results[0].error).toBe("in_progress");
    const trail = listAudit(world.services.live.read, 10).filter(
      (each) => each.action === "webhook_delivery.replay",
    );
    expect(trail).toMatchObject([
      {
        actor: key.key_id,
        subject: "partner:1",
        details: {
          was: { 1: "delivered", 2: "failed", 3: "dead_letter" },
          reason_tag: "receiver_fix",
          note: "redeployed",
        },
      },
    ]);
    expect(broken(world)).toEqual([]);
  });

  test("200: replayed again and again, never blocked by what went before", async () => {
    await credits(1);
    for (let round = 1; round <= 3; round++) {
      await attempt(world, 1, "delivered");
      expect((await replay({ event_ids: [1], reason_tag: "other" })).json.replayed_count).toBe(1);
    }
    expect(records(world)[0]).toMatchObject({ attempts: 3, state: "pending", reason_tag: "other" });
  });

  test("200: held where the webhook is off, webhook_deleted where it is gone, not_found for another's", async () => {
    await credits(2);
    await attempt(world, 1, "dead_letter");
    await switchTo(world, key, 1, false);
    expect((await replay({ event_ids: [1] })).json.replayed_count).toBe(1);
    expect(states(world)).toEqual(["held", "held"]);
    expect((await replay({ event_ids: [1] })).json.results[0].error).toBe("in_progress");
    await world.call("DELETE", "/api/partner/webhooks/1", { key });
    expect(
      (await replay({ event_ids: [1, 2] })).json.results.map((each: { error: string }) => each.error),
    ).toEqual(["webhook_deleted", "webhook_deleted"]);
    expect((await replay({ event_ids: [1] }, other)).json.results[0].error).toBe("not_found");
    expect(broken(world)).toEqual([]);
  });

  test("the same Idempotency-Key replays once", async () => {
    await credits(1);
    await attempt(world, 1, "delivered");
    const options = { key, body: { event_ids: [1] }, idempotencyKey: "again-1" };
    await world.call("POST", `${EVENTS}/replay`, options);
    await attempt(world, 1, "delivered");
    expect(outcome(await world.call("POST", `${EVENTS}/replay`, options))).toEqual([
      409,
      "idempotency_replay",
    ]);
    expect(states(world)).toEqual(["delivered"]);
  });

  test.each([
    ["no ids", { event_ids: undefined }, "event_ids"],
    ["an empty list", { event_ids: [] }, "event_ids"],
    ["more than 100", { event_ids: Array.from({ length: 101 }, (_, i) => i + 1) }, "event_ids"],
    ["an id that is a word", { event_ids: ["one"] }, "event_ids.0"],
    ["an unknown reason", { reason_tag: "boredom" }, "reason_tag"],
    ["a note of 501 characters", { note: "x".repeat(501) }, "note"],
    ["an unknown property", { force: true }, "force"],
  ])("400 for %s; nothing is replayed", async (_, change, field) => {
    await credits(1);
    await attempt(world, 1, "delivered");
    expect(fault(await replay({ event_ids: [1], ...change }))).toEqual([400, "invalid_payload", field]);
    expect(states(world)).toEqual(["delivered"]);
  });

  test("400 without an Idempotency-Key, 401, 403, 429", async () => {
    const options = { key, body: { event_ids: [1] }, idempotencyKey: null };
    expect(outcome(await world.call("POST", `${EVENTS}/replay`, options))).toEqual([
      400,
      "idempotency_key_required",
    ]);
    expect(outcome(await world.call("POST", `${EVENTS}/replay`, { body: {} }))).toEqual([
      401,
      "unauthorized",
    ]);
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    expect(outcome(await replay({ event_ids: [1] }, reader))).toEqual([403, "forbidden"]);
    for (let i = 0; i < 120; i++) await list();
    expect(outcome(await replay({ event_ids: [1] }))).toEqual([429, "rate_limited"]);
  });
});

describe("GET /api/partner/webhooks/dlq", () => {
  const dlq = (query = "", by = key) => world.call("GET", `${DLQ}${query}`, { key: by });

  test("200: what is dead now and died in the window, by type and by reason", async () => {
    await createWebhook(world, key, "salutes.credit");
    await credits(3);
    await attempt(world, 1, "dead_letter", "timeout");
    world.clock.advance(2 * HOUR_MS + 1);
    await attempt(world, 2, "dead_letter", "http_error");
    await attempt(world, 3, "dead_letter", "http_error");
    await attempt(world, 4, "failed");
    const { json } = await dlq();
    expect(json).toMatchObject({
      success: true,
      window_hours: 24,
      dead_letter_count: 3,
      max_attempts: 14,
      by_event_type: [{ event_type: "salutes.credit", count: 3 }],
      by_reason_tag: [
        { reason_tag: "http_error", count: 2 },
        { reason_tag: "timeout", count: 1 },
      ],
    });
    expect(json.events.map((each: { event_id: number }) => each.event_id)).toEqual([3, 2, 1]);
    expect(json.events[2]).toEqual({
      event_id: 1,
      event_uid: expect.stringMatching(/^evt_/),
      webhook_id: 1,
      event_type: "salutes.credit",
      target_url: TARGET,
      attempts: 1,
      reason_tag: "timeout",
      last_error: "the receiver answered 500",
      created_at: "2026-11-21T10:00:00.000Z",
      updated_at: "2026-11-21T10:03:00.000Z",
    });
    expect((await dlq("?hours=2")).json.dead_letter_count).toBe(2);
    expect((await dlq("?hours=3")).json.dead_letter_count).toBe(3);
    await replay({ event_ids: [2] });
    expect((await dlq()).json.dead_letter_count).toBe(2);
    expect((await dlq("", other)).json).toMatchObject({
      dead_letter_count: 0,
      events: [],
      by_reason_tag: [],
    });
  });

  test("400 for hours that are none; 401, 403, 429", async () => {
    for (const hours of ["0", "2161", "x"])
      expect(fault(await dlq(`?hours=${hours}`))).toEqual([400, "invalid_query", "hours"]);
    expect(outcome(await world.call("GET", DLQ))).toEqual([401, "unauthorized"]);
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    expect(outcome(await dlq("", reader))).toEqual([403, "forbidden"]);
    for (let i = 0; i < 120; i++) await dlq();
    expect(outcome(await dlq())).toEqual([429, "rate_limited"]);
  });
});

describe("evt_… for the records of an event", () => {
  const UNKNOWN = "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B";

  test("filters the list, also by webhook; the integer does, too", async () => {
    await createWebhook(world, key, "*");
    await credits(2);
    const uid = await uidOf(1);
    expect(await ids(`?event_id=${uid}`)).toEqual([2, 1]);
    expect(await ids(`?event_id=${uid}&webhook_id=2`)).toEqual([2]);
    expect(await ids("?event_id=3")).toEqual([3]);
    expect(await ids(`?event_id=${UNKNOWN}`)).toEqual([]);
    expect((await list(`?event_id=${uid}`)).query.event_id).toBe(uid);
    expect((await list(`?event_id=${uid}`, other)).events).toEqual([]);
  });

  test("names the attempts at its oldest record, or at that of a webhook", async () => {
    await createWebhook(world, key, "*");
    await credits(1);
    await attempt(world, 2, "failed");
    const uid = await uidOf(1);
    const attempts = (target: string, by = key) => world.call("GET", `${EVENTS}/${target}`, { key: by });
    expect((await attempts(`${uid}/attempts`)).json).toMatchObject({ event_id: 1, event_uid: uid, count: 0 });
    expect((await attempts(`${uid}/attempts?webhook_id=2`)).json).toMatchObject({ event_id: 2, count: 1 });
    expect(outcome(await attempts(`${uid}/attempts?webhook_id=3`))).toEqual([404, "not_found"]);
    expect(outcome(await attempts(`${uid}/attempts`, other))).toEqual([404, "not_found"]);
    expect(outcome(await attempts(`${UNKNOWN}/attempts`))).toEqual([404, "not_found"]);
    expect(fault(await attempts("evt_x/attempts"))).toEqual([400, "invalid_query", "event_id"]);
  });

  test("replays each of them once; an unknown one answers for itself", async () => {
    await createWebhook(world, key, "*");
    await credits(1);
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "dead_letter");
    const uid = await uidOf(1);
    const { status, json } = await replay({ event_ids: [uid, 2, UNKNOWN] });
    expect([status, json.replayed_count, json.failed_count]).toEqual([200, 2, 2]);
    expect(json.results).toMatchObject([
      { event_id: 1, event_uid: uid, replayed: true, error: null },
      { event_id: 2, event_uid: uid, replayed: true, error: null },
      { event_id: 2, event_uid: uid, replayed: false, error: "in_progress" },
      { event_id: null, event_uid: UNKNOWN, replayed: false, error: "not_found" },
    ]);
    expect((await replay({ event_ids: [uid] }, other)).json.results).toMatchObject([{ error: "not_found" }]);
  });

  test("replays all of them for an operator", async () => {
    await createWebhook(world, key, "*");
    await credits(1);
    await attempt(world, 1, "delivered");
    const uid = await uidOf(1);
    const { token } = await makeOperator(world, "olga", "operator");
    const { status, json } = await world.call("POST", `/admin/partners/webhook-events/${uid}/replay`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([status, json]).toMatchObject([
      200,
      {
        event_id: 1,
        event_uid: uid,
        requeued: true,
        results: [
          { event_id: 1, webhook_id: 1, requeued: true, error: null },
          { event_id: 2, webhook_id: 2, requeued: false, error: "in_progress" },
        ],
      },
    ]);
  });
});

describe("webhook.delivery_failed", () => {
  const told = () =>
    world.services.live.read.all<{ webhook_id: number; data: string }>(
      `SELECT d.webhook_id, e.data FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
         WHERE e.event_type = 'webhook.delivery_failed' ORDER BY d.id`,
    );
  const events = () =>
    world.services.live.read.get<{ n: number }>(
      "SELECT COUNT(*) AS n FROM events WHERE event_type = 'webhook.delivery_failed'",
    )?.n;

  test("is made of each dead letter, for the partner's others that subscribe to it, and not for the one that failed", async () => {
    await createWebhook(world, key, "webhook.delivery_failed");
    await createWebhook(world, other, "webhook.delivery_failed");
    await createWebhook(world, key, "*");
    await credits(1);
    const [mine] = records(world);
    await attempt(world, 1, "dead_letter", "gone");
    expect(told().map(({ webhook_id }) => webhook_id)).toEqual([2, 4]);
    expect(JSON.parse(told()[0]?.data ?? "")).toEqual({
      event_id: 1,
      event_uid: expect.stringMatching(/^evt_/),
      event_type: "salutes.credit",
      webhook_id: mine?.webhook_id,
      target_url: TARGET,
      attempts: 1,
      reason_tag: "gone",
      last_error: "the receiver answered 500",
      created_at: "2026-11-21T10:00:00.000Z",
    });
    expect(broken(world)).toEqual([]);
  });

  test("makes no further one of itself", async () => {
    await createWebhook(world, key, "webhook.delivery_failed");
    await createWebhook(world, key, "webhook.delivery_failed");
    await credits(1);
    await attempt(world, 1, "dead_letter");
    expect(events()).toBe(1);
    for (const { id } of records(world).slice(1)) await attempt(world, id, "dead_letter");
    expect([events(), states(world)]).toEqual([1, ["dead_letter", "dead_letter", "dead_letter"]]);
  });
});

describe("POST /admin/partners/webhook-events/{event_id}/replay", () => {
  const token = async (role: "viewer" | "operator") =>
    (
      await world.services.live.writer.run((tx) =>
        createOperator(tx, { kind: "command", name: "test" }, { baseUrl: "http://x", name: role, role }),
      )
    ).token;
  const send = (id: number | string, bearer: string | null, body?: object | string, headers = {}) =>
    world.call("POST", `/admin/partners/webhook-events/${id}/replay`, {
      ...(body === undefined ? {} : { body }),
      headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
    });

  test("200: any partner's record, with or without a body; in the audit trail", async () => {
    const operator = await token("operator");
    await credits(1);
    await attempt(world, 1, "dead_letter");
    const answer = await send(1, operator, { note: "asked for by mail" });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        success: true,
        event_id: 1,
        event_uid: await uidOf(1),
        requeued: true,
        error: null,
        results: [
          {
            event_id: 1,
            event_uid: await uidOf(1),
            webhook_id: 1,
            status: "pending",
            requeued: true,
            error: null,
          },
        ],
      },
    ]);
    expect(records(world)[0]).toMatchObject({ state: "pending", reason_tag: "operator_replay", attempts: 1 });
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      {
        actor_kind: "operator",
        actor: "operator",
        action: "webhook_delivery.replay",
        subject: "webhook_delivery:1",
        details: { was: "dead_letter", reason_tag: "operator_replay", note: "asked for by mail" },
      },
    ]);
    expect((await send(1, operator)).json).toMatchObject({ requeued: false, error: "in_progress" });
    await world.call("DELETE", "/api/partner/webhooks/1", { key });
    expect((await send(1, operator)).json).toMatchObject({ requeued: false, error: "webhook_deleted" });
  });

  test("404 for an unknown record; 400 naming what is wrong; 413, 415", async () => {
    const operator = await token("operator");
    expect(outcome(await send(9, operator))).toEqual([404, "not_found"]);
    expect(fault(await send("x", operator))).toEqual([400, "invalid_query", "event_id"]);
    expect(fault(await send(1, operator, { reason: "x" }))).toEqual([400, "invalid_payload", "reason"]);
    expect(outcome(await send(1, operator, "x".repeat(262_145)))).toEqual([413, "payload_too_large"]);
    expect(outcome(await send(1, operator, "{}", { "content-type": "text/plain" }))).toEqual([
      415,
      "unsupported_media_type",
    ]);
  });

  test("403 for everybody else: no token, a partner's key, a viewer", async () => {
    await credits(1);
    await attempt(world, 1, "delivered");
    expect(outcome(await send(1, null))).toEqual([403, "forbidden"]);
    expect(outcome(await world.call("POST", "/admin/partners/webhook-events/1/replay", { key }))).toEqual([
      403,
      "forbidden",
    ]);
    expect(outcome(await send(1, await token("viewer")))).toEqual([403, "forbidden"]);
    expect(states(world)).toEqual(["delivered"]);
  });

  test("503 in safe mode; 429 past the operators' limit", async () => {
    await world.close();
    world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "2" });
    const operator = await token("operator");
    await world.services.live.writer.run((tx) =>
      switchSafeMode(tx, { kind: "command", name: "test" }, "a drill"),
    );
    expect(outcome(await send(1, operator))).toEqual([503, "safe_mode"]);
    await send(1, operator);
    expect(outcome(await send(1, operator))).toEqual([429, "rate_limited"]);
  });
});

describe("GET /api/partner/status", () => {
  test("says how the records stand and by which rules they are delivered", async () => {
    await credits(6);
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "delivered");
    await attempt(world, 3, "failed");
    await attempt(world, 4, "dead_letter");
    await lease(world, 5);
    const { json } = await world.call("GET", "/api/partner/status", { key });
    expect([json.webhook_delivery_health, json.delivery_slo_controls]).toEqual([
      { dead_letter_events: 1, failed_events: 1, pending_events: 2, delivered_events: 2 },
      {
        max_attempts: 14,
        timeout_seconds: 10,
        retry_base_seconds: 15,
        retry_max_seconds: 21_600,
        retry_jitter: 0.2,
      },
    ]);
    expect(
      (await world.call("GET", "/api/partner/status", { key: other })).json.webhook_delivery_health,
    ).toEqual({
      dead_letter_events: 0,
      failed_events: 0,
      pending_events: 0,
      delivered_events: 0,
    });
  });
});
