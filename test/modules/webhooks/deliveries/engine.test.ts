import { afterEach, describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { webhookSignature } from "../../../../src/kit/crypto/webhook-signature.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { deliveryExpiry } from "../../../../src/modules/webhooks/deliveries/expiry/expiry-job.ts";
import { switchWebhook } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { replayDeliveries } from "../../../../src/modules/webhooks/deliveries/replays/replay.ts";
import { deleteWebhook } from "../../../../src/modules/webhooks/webhooks/delete-webhook.ts";
import type { WebhookRow } from "../../../../src/modules/webhooks/webhooks/store.ts";
import { type EngineOptions, EngineRig } from "../../../harness/simulation/engine-rig.ts";
import type { Behaviour } from "../../../harness/simulation/fake-network.ts";

const ACTOR = { kind: "command", name: "test" } as const;
const FAIL: Behaviour = { kind: "answer", status: 500, body: "no" };
const HANG: Behaviour = { kind: "hang" };

let rig: EngineRig;
afterEach(() => rig.close());

async function started(options: EngineOptions = {}): Promise<EngineRig> {
  rig = await EngineRig.create(options);
  await rig.start();
  return rig;
}

const sentTo = (name: string) => rig.network.seen.filter((each) => each.name === name);
const count = (where: string) =>
  rig.sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM webhook_deliveries WHERE ${where}`)?.n;

describe("one delivery", () => {
  test("is sent at once, recorded, and not sent again", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    const [id = 0] = await rig.emit("acme");
    await rig.pass(HOUR_MS);
    expect(sentTo("shop.test").length).toBe(1);
    expect(rig.state(id)).toMatchObject({
      state: "delivered",
      attempts: 1,
      reason_tag: null,
      last_error: null,
    });
    expect(rig.attempts(id)).toMatchObject([
      { attempt: 1, http_status: 200, error: null, next_attempt_at: null },
    ]);
  });

  test("bears the envelope and headers that the contract names", async () => {
    await started();
    const webhookId = await rig.webhook("acme", "shop.test");
    const [id = 0] = await rig.emit("acme");
    await rig.quiet();
    const [seen] = sentTo("shop.test");
    const event = rig.sql.get<{ uid: string; sequence: number }>("SELECT uid, sequence FROM events");
    const occurredAt = new Date(rig.world.clock.now()).toISOString();
    expect(seen?.body).toBe(
      `{"event_id":"${event?.uid}","event_type":"users.deleted","data":{"user_id":"1","external_id":null},"occurred_at":"${occurredAt}","sequence":${event?.sequence},"idempotency_key":null}`,
    );
    const timestamp = String(Math.floor(rig.world.clock.now() / 1000));
    const { secret_sealed, uid } = rig.condition(webhookId);
    const secret = rig.world.services.keyring.unseal(String(secret_sealed), String(uid));
    expect(seen?.headers).toMatchObject({
      host: "shop.test",
      "content-type": "application/json",
      "x-webhook-id": event?.uid,
      "x-webhook-event": "users.deleted",
      "x-webhook-timestamp": timestamp,
      "x-webhook-signature": webhookSignature(secret, Number(timestamp), seen?.body ?? ""),
      "x-webhook-attempt": "1",
      "x-webhook-schema": "1",
      "webhook-id": event?.uid,
      "webhook-timestamp": timestamp,
    });
    expect(seen?.headers["user-agent"]).toMatch(/^salute\/\d/);
    expect(rig.state(id).webhook_id).toBe(webhookId);
  });

  test("keeps its id and body over attempts, with a fresh timestamp and number", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", FAIL);
    await rig.emit("acme");
    await rig.pass(MINUTE_MS);
    const seen = sentTo("shop.test");
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(seen.map(({ uid }) => uid)).size).toBe(1);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect(new Set(seen.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
  });

  test("to a webhook that is deleted meanwhile ends as cancelled", async () => {
    await started();
    const webhookId = await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", { ...FAIL, delayMs: 5_000 });
    const [first = 0] = await rig.emit("acme");
    await rig.quiet();
    const webhook = rig.sql.get<WebhookRow>("SELECT * FROM webhooks WHERE id = ?", webhookId);
    await rig.write((tx) => webhook && deleteWebhook(tx, webhook));
    await rig.pass(HOUR_MS);
    expect(rig.state(first)).toMatchObject({ state: "cancelled", attempts: 1 });
    expect(sentTo("shop.test").length).toBe(1);
  });
});

describe("the published package standardwebhooks", () => {
  test("verifies a delivery unchanged, and refuses one that was touched", async () => {
    await started();
    rig.world.clock.advance(Date.now() - rig.world.clock.now());
    const webhookId = await rig.webhook("acme", "shop.test");
    await rig.emit("acme");
    await rig.quiet();
    const [seen] = sentTo("shop.test");
    const { secret_sealed, uid } = rig.condition(webhookId);
    const verifier = new Webhook(rig.world.services.keyring.unseal(String(secret_sealed), String(uid)));
    expect(verifier.verify(seen?.body ?? "", seen?.headers ?? {})).toMatchObject({
      event_type: "users.deleted",
    });
    expect(() => verifier.verify(`${seen?.body} `, seen?.headers ?? {})).toThrow();
  });

  test("verifies by the old secret too for 24 hours after a rotation", async () => {
    await started();
    rig.world.clock.advance(Date.now() - rig.world.clock.now());
    const webhookId = await rig.webhook("acme", "shop.test");
    const { keyring } = rig.world.services;
    const { secret_sealed, uid } = rig.condition(webhookId);
    const old = keyring.unseal(String(secret_sealed), String(uid));
    const fresh = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    await rig.emit("acme");
    await rig.quiet();
    await rig.write((tx) =>
      tx.run(
        `UPDATE webhooks SET previous_secret_sealed = secret_sealed, previous_secret_expires_at = ?, secret_sealed = ?,
           revision = revision + 1 WHERE id = ?`,
        rig.world.clock.now() + 1_000,
        keyring.seal(fresh, String(uid)),
        webhookId,
      ),
    );
    await rig.emit("acme");
    await rig.quiet();
    rig.world.clock.advance(1_000);
    await rig.emit("acme");
    await rig.quiet();
    const accepted = sentTo("shop.test").map(({ body, headers }) =>
      [old, fresh].map((secret) => {
        try {
          return new Webhook(secret).verify(body, headers) !== null;
        } catch {
          return false;
        }
      }),
    );
    expect(accepted).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    const [, rotating] = sentTo("shop.test");
    expect(rotating?.headers["x-webhook-signature"]).toBe(
      webhookSignature(fresh, Number(rotating?.headers["x-webhook-timestamp"]), rotating?.body ?? ""),
    );
  });
});

describe("failures", () => {
  test("are retried 14 times over 20.5 hours; then the record is dead, and other webhooks are told", async () => {
    await started();
    const webhookId = await rig.webhook("acme", "shop.test");
    await rig.webhook("acme", "watch.test", "webhook.delivery_failed");
    rig.network.behave("shop.test", FAIL);
    const [id = 0] = await rig.emit("acme");
    const startedAt = rig.world.clock.now();
    await rig.pass(2 * DAY_MS);
    const gaps = rig
      .attempts(id)
      .map(({ attempted_at }) => Number(attempted_at))
      .map((at, index, all) => Math.round((at - (all[index - 1] ?? startedAt)) / SECOND_MS));
    expect(gaps).toEqual([0, 15, 30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600]);
    expect(rig.state(id)).toMatchObject({
      state: "dead_letter",
      attempts: 14,
      reason_tag: "http_error",
      last_error: "HTTP 500",
    });
    expect(rig.attempts(id).at(-1)).toMatchObject({ next_attempt_at: null, response_excerpt: "no" });
    const [told] = sentTo("watch.test");
    expect(JSON.parse(told?.body ?? "{}")).toMatchObject({
      event_type: "webhook.delivery_failed",
      data: {
        event_id: id,
        webhook_id: webhookId,
        attempts: 14,
        reason_tag: "http_error",
        last_error: "HTTP 500",
      },
    });
    expect(sentTo("watch.test").length).toBe(1);
  });

  test("of a message about a dead letter make no further one, and it never goes to the webhook that failed", async () => {
    await started({ maxAttempts: 1 });
    await rig.webhook("acme", "shop.test", "*");
    await rig.webhook("acme", "watch.test", "*");
    rig.network.behave("shop.test", FAIL);
    rig.network.behave("watch.test", FAIL);
    await rig.emit("acme");
    await rig.pass(HOUR_MS);
    const told = rig.network.seen
      .filter(({ headers }) => headers["x-webhook-event"] === "webhook.delivery_failed")
      .map(({ name, body }) => [name, JSON.parse(body).data.webhook_id]);
    expect(told.sort()).toEqual([
      ["shop.test", 2],
      ["watch.test", 1],
    ]);
    expect(count("state <> 'dead_letter'")).toBe(0);
    expect(rig.sql.get("SELECT COUNT(*) AS n FROM events")).toEqual({ n: 3 });
  });

  test.each<[string, Behaviour, string, string]>([
    ["500", FAIL, "http_error", "HTTP 500"],
    ["404", { kind: "answer", status: 404 }, "http_error", "HTTP 404"],
    [
      "a redirect",
      { kind: "answer", status: 302, headers: { location: "https://elsewhere.test/" } },
      "http_error",
      "HTTP 302: redirects are not followed",
    ],
    ["silence", HANG, "timeout", "no answer within 10 s"],
    ["a reset", { kind: "reset" }, "connection_error", "the connection was closed before an answer came"],
    ["a refusal", { kind: "refused" }, "connection_error", "the connection was refused"],
    [
      "a bad certificate",
      { kind: "tls" },
      "tls_error",
      "no trusted connection could be made (CERT_HAS_EXPIRED)",
    ],
    ["no DNS", { kind: "dns" }, "dns_error", "the name has no address on the public internet"],
    ["a slow body after a failure", { kind: "slow_body", status: 500 }, "http_error", "HTTP 500"],
    ["a huge body after a failure", { kind: "huge_body", status: 500 }, "http_error", "HTTP 500"],
  ])("by %s are tried again, and delivered when it is over", async (_, behaviour, reason, error) => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", behaviour);
    const [id = 0] = await rig.emit("acme");
    await rig.pass(12 * SECOND_MS);
    expect(rig.state(id)).toMatchObject({
      state: "failed",
      attempts: 1,
      reason_tag: reason,
      last_error: error,
    });
    rig.network.behave("shop.test", { kind: "answer", status: 204 });
    await rig.pass(MINUTE_MS);
    expect(rig.state(id)).toMatchObject({
      state: "delivered",
      attempts: 2,
      reason_tag: null,
      last_error: null,
    });
    expect(sentTo("elsewhere.test")).toEqual([]);
  });

  test.each<[string, Behaviour]>([
    ["hangs", { kind: "slow_body", status: 200 }],
    ["never ends", { kind: "huge_body", status: 200 }],
  ])("a 2xx head whose body %s is a success", async (_, behaviour) => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", behaviour);
    const [id = 0] = await rig.emit("acme");
    await rig.pass(20 * SECOND_MS);
    expect(rig.state(id)).toMatchObject({ state: "delivered", attempts: 1 });
    expect(String(rig.attempts(id)[0]?.response_excerpt).length).toBeWithin(5, 4_097);
  });

  test.each([
    ["seconds", "90", 90],
    ["a date", new Date(Date.UTC(2026, 10, 21, 10, 2, 0)).toUTCString(), 120],
    ["less than the schedule", "1", 15],
    ["more than the cap", "9999999", 21_600],
    ["nonsense", "soon", 15],
  ])("Retry-After in %s bounds the wait from below", async (_, header, seconds) => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", { kind: "answer", status: 429, headers: { "retry-after": header } });
    const at = rig.world.clock.now();
    const [id = 0] = await rig.emit("acme");
    await rig.quiet();
    expect((Number(rig.state(id).next_attempt_at) - at) / SECOND_MS).toBe(seconds);
  });

  test("410 is final and switches the webhook off: what waits is held, and goes oldest first when it is on again", async () => {
    await started();
    const webhookId = await rig.provenWebhook("acme", "shop.test");
    rig.network.behave("shop.test", { kind: "answer", status: 410, delayMs: 100 });
    const ids = await rig.emit("acme", 10);
    await rig.pass(HOUR_MS);
    expect(rig.state(ids[0] ?? 0)).toMatchObject({ state: "dead_letter", reason_tag: "gone", attempts: 1 });
    expect(rig.condition(webhookId)).toMatchObject({ is_active: 0, off_reason: "gone", is_settling: 0 });
    expect(count("state = 'dead_letter'")).toBe(4);
    expect(count("state = 'held'")).toBe(6);
    const later = await rig.emit("acme", 2);
    rig.network.behave("shop.test", { kind: "answer", status: 200 });
    const before = rig.network.seen.length;
    await rig.write((tx) => switchWebhook(tx, webhookId, "on"));
    await rig.quiet();
    expect(rig.network.seen.length - before).toBe(8);
    expect([...ids.slice(4), ...later].map((id) => rig.state(id).state)).toEqual(
      new Array(8).fill("delivered"),
    );
  });

  test("a blocked target is final at once", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    const [id = 0] = await withAddress("127.0.0.1", () => rig.emit("acme"));
    await rig.pass(MINUTE_MS);
    expect(rig.state(id)).toMatchObject({ state: "dead_letter", reason_tag: "blocked_target", attempts: 1 });
    expect(sentTo("shop.test")).toEqual([]);
  });

  test("a dead letter that is replayed gets a whole new round on the same record", async () => {
    await started({ maxAttempts: 2 });
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", FAIL);
    const [id = 0] = await rig.emit("acme");
    await rig.pass(HOUR_MS);
    expect(rig.state(id)).toMatchObject({ state: "dead_letter", attempts: 2 });
    const partnerId = rig.partnerIds.get("acme") ?? 0;
    await rig.write((tx) => replayDeliveries(tx, ACTOR, { partnerId, event_ids: [String(id)] }));
    await rig.pass(SECOND_MS);
    expect(rig.state(id)).toMatchObject({ state: "failed", attempts: 3, round_attempts: 1 });
    await rig.pass(HOUR_MS);
    expect(rig.state(id)).toMatchObject({ state: "dead_letter", attempts: 4 });
    expect(sentTo("shop.test").map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(sentTo("shop.test").map(({ uid }) => uid)).size).toBe(1);
  });
});

/** Lets all names lead there while something happens. */
async function withAddress<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
  rig.network.address = address;
  const value = await work();
  await rig.quiet();
  return value;
}

describe("a receiver that fails 20 times running", () => {
  async function broken(): Promise<{ webhookId: number; ids: number[] }> {
    await started();
    const webhookId = await rig.provenWebhook("acme", "shop.test");
    rig.network.behave("shop.test", FAIL);
    const ids = await rig.emit("acme", 30);
    await rig.quiet();
    return { webhookId, ids };
  }

  test("is probed each minute with the oldest waiting record, which neither counts nor moves its schedule", async () => {
    const { webhookId, ids } = await broken();
    expect(rig.condition(webhookId)).toMatchObject({ consecutive_failures: 20 });
    expect(sentTo("shop.test").length).toBe(21);
    const [oldest = 0] = ids;
    const before = rig.state(oldest);
    await rig.pass(3 * MINUTE_MS);
    expect(sentTo("shop.test").length).toBe(24);
    expect(rig.attempts(oldest).map(({ attempt, is_probe }) => [attempt, is_probe])).toEqual([
      [1, 0],
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    expect(rig.state(oldest)).toMatchObject({
      state: "failed",
      attempts: 1,
      round_attempts: 1,
      next_attempt_at: before.next_attempt_at,
    });
    expect(rig.condition(webhookId)).toMatchObject({ consecutive_failures: 23 });
    expect(count("state = 'pending'")).toBe(10);
  });

  test("gets everything after one success", async () => {
    const { webhookId, ids } = await broken();
    rig.network.behave("shop.test", { kind: "answer", status: 200 });
    await rig.pass(2 * MINUTE_MS);
    expect(rig.condition(webhookId)).toMatchObject({ consecutive_failures: 0, probe_at: null, is_slow: 0 });
    expect(count("state = 'delivered'")).toBe(31);
    expect(rig.state(ids[0] ?? 0)).toMatchObject({ state: "delivered", attempts: 1 });
    expect(rig.attempts(ids[0] ?? 0).at(-1)).toMatchObject({ is_probe: 1, http_status: 200 });
  });

  test("is probed by one attempt at a time, also when a probe hangs", async () => {
    await broken();
    rig.network.behave("shop.test", HANG);
    await rig.pass(MINUTE_MS + 5 * SECOND_MS);
    expect(rig.engine.inFlight).toBe(1);
  });

  test("has what waits for it expire after three days all the same", async () => {
    const { ids } = await broken();
    rig.world.clock.advance(3 * DAY_MS + HOUR_MS);
    await deliveryExpiry.run(rig.world.services, new AbortController().signal);
    expect(ids.map((id) => rig.state(id).reason_tag)).toEqual(new Array(30).fill("expired"));
    expect(count("state <> 'dead_letter'")).toBe(1);
  });
});

describe("slots", () => {
  test("first attempts of one webhook start in order of commit, four at a time", async () => {
    await started();
    await rig.provenWebhook("acme", "shop.test");
    rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 100 });
    await rig.emit("acme", 10);
    await rig.quiet();
    expect(rig.engine.inFlight).toBe(4);
    await rig.emit("acme", 10);
    await rig.pass(SECOND_MS);
    const uids = rig.sql.all<{ uid: string }>(
      "SELECT e.uid FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.id",
    );
    expect(sentTo("shop.test").map(({ uid }) => uid)).toEqual(uids.map(({ uid }) => uid));
  });

  test("a receiver that is not known to answer gets one slot until it does", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 100 });
    await rig.emit("acme", 10);
    await rig.quiet();
    expect(rig.engine.inFlight).toBe(1);
    await rig.pass(100);
    expect(rig.engine.inFlight).toBe(4);
  });

  test("receivers that are known to hang hold 16 of 64, and nobody else waits for them", async () => {
    await started();
    for (let n = 0; n < 30; n++) {
      await rig.webhook(`slow${n % 10}`, `slow${n}.test`);
      rig.network.behave(`slow${n}.test`, HANG);
    }
    await rig.provenWebhook("acme", "shop.test");
    for (let partner = 0; partner < 10; partner++) await rig.emit(`slow${partner}`, 8);
    await rig.pass(11 * SECOND_MS);
    expect(rig.engine.inFlight).toBe(16);
    const ids = await rig.emit("acme", 50);
    await rig.quiet();
    expect(ids.map((id) => rig.state(id).state)).toEqual(new Array(50).fill("delivered"));
  });

  test("where all slots are taken, the next that is free goes to a partner that has none", async () => {
    await started({ total: 8 });
    for (const name of ["a", "b"]) {
      await rig.provenWebhook("greedy", `${name}.test`);
      rig.network.behave(`${name}.test`, { kind: "answer", status: 200, delayMs: name === "a" ? 500 : 900 });
    }
    await rig.provenWebhook("acme", "shop.test");
    await rig.emit("greedy", 50);
    await rig.quiet();
    expect(rig.engine.inFlight).toBe(8);
    const [id = 0] = await rig.emit("acme");
    await rig.quiet();
    expect(rig.state(id).state).toBe("pending");
    rig.timers.strikeUntil(rig.world.clock.now() + SECOND_MS);
    await rig.quiet();
    expect(rig.state(id).state).toBe("delivered");
  });

  test("a receiver that times out takes nothing from another partner's order or place", async () => {
    await started();
    await rig.provenWebhook("acme", "hangs.test");
    await rig.provenWebhook("globex", "shop.test");
    rig.network.behave("hangs.test", HANG);
    await rig.emit("acme", 100);
    await rig.quiet();
    expect(rig.engine.inFlight).toBe(4);
    const ids = await rig.emit("globex", 100);
    await rig.quiet();
    expect(ids.map((id) => rig.state(id).state)).toEqual(new Array(100).fill("delivered"));
    expect(sentTo("hangs.test").length).toBe(5);
  });
});

describe("pauses", () => {
  test("in safe mode nothing is sent; afterwards everything is, and the pause counts against no record", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", FAIL);
    const [failing = 0] = await rig.emit("acme");
    await rig.quiet();
    await rig.write((tx) => switchSafeMode(tx, ACTOR, "restore drill"));
    const [waiting = 0] = await rig.emit("acme");
    const sent = rig.network.seen.length;
    rig.network.behave("shop.test", { kind: "answer", status: 200 });
    await rig.pass(5 * DAY_MS);
    await deliveryExpiry.run(rig.world.services, new AbortController().signal);
    expect(rig.network.seen.length).toBe(sent);
    expect([failing, waiting].map((id) => rig.state(id).state)).toEqual(["failed", "pending"]);
    await rig.write((tx) => switchSafeMode(tx, ACTOR, null));
    await rig.pass(2 * SECOND_MS);
    expect([failing, waiting].map((id) => rig.state(id).state)).toEqual(["delivered", "delivered"]);
  });

  test("the time in which no server ran counts against no record", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", FAIL);
    const [id = 0] = await rig.emit("acme");
    await rig.quiet();
    await rig.engine.stop(0);
    rig.world.clock.advance(10 * DAY_MS);
    rig.network.behave("shop.test", { kind: "answer", status: 200 });
    await rig.restart();
    expect(rig.state(id)).toMatchObject({ state: "delivered", attempts: 2 });
  });

  test("what is held for 90 days dies; what is held less does not, whatever its age", async () => {
    await started();
    const webhookId = await rig.webhook("acme", "shop.test");
    await rig.write((tx) => switchWebhook(tx, webhookId, "partner"));
    const [early = 0] = await rig.emit("acme");
    await rig.pass(2 * DAY_MS);
    const [late = 0] = await rig.emit("acme");
    await rig.pass(88 * DAY_MS + HOUR_MS);
    await deliveryExpiry.run(rig.world.services, new AbortController().signal);
    expect(rig.state(early)).toMatchObject({ state: "dead_letter", reason_tag: "expired" });
    await rig.write((tx) => switchWebhook(tx, webhookId, "on"));
    await rig.quiet();
    expect(rig.state(late)).toMatchObject({ state: "delivered" });
  });
});

describe("the end of a process", () => {
  test("a graceful stop waits for answers, and gives back what has none in time", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    await rig.webhook("globex", "hangs.test");
    rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 3_000 });
    rig.network.behave("hangs.test", HANG);
    const [answered = 0] = await rig.emit("acme");
    const [silent = 0] = await rig.emit("globex");
    await rig.quiet();
    let isStopped = false;
    const stopping = rig.engine.stop(8_000).then(() => {
      isStopped = true;
    });
    await rig.pass(4_000);
    expect(isStopped).toBe(false);
    const [unsent = 0] = await rig.emit("acme");
    await rig.pass(4_000);
    await stopping;
    expect(rig.state(answered).state).toBe("delivered");
    expect(rig.state(silent)).toMatchObject({ state: "pending", attempts: 0, lease_id: null });
    expect(rig.attempts(silent)).toEqual([]);
    expect(rig.state(unsent).state).toBe("pending");
  });

  test("a crash loses nothing: what was under way is sent again at once by the next process", async () => {
    await started();
    await rig.provenWebhook("acme", "shop.test");
    rig.network.behave("shop.test", HANG);
    const ids = await rig.emit("acme", 3);
    await rig.quiet();
    expect(count("state = 'delivering'")).toBe(3);
    rig.network.behave("shop.test", { kind: "answer", status: 200 });
    await rig.restart();
    expect(ids.map((id) => rig.state(id).state)).toEqual(["delivered", "delivered", "delivered"]);
    expect(sentTo("shop.test").map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("so is what a process held under another host's name, in order", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", HANG);
    const ids = await rig.emit("acme", 3);
    await rig.quiet();
    await rig.write((tx) =>
      tx.run("UPDATE webhook_deliveries SET lease_id = 'elsewhere:1:00000000' WHERE state = 'delivering'"),
    );
    const before = sentTo("shop.test").length;
    rig.network.behave("shop.test", { kind: "answer", status: 200 });
    await rig.restart();
    expect(ids.map((id) => rig.state(id).state)).toEqual(["delivered", "delivered", "delivered"]);
    expect(sentTo("shop.test").length - before).toBe(3);
    expect(sentTo("shop.test")[before]?.uid).toBe(sentTo("shop.test")[0]?.uid ?? "");
  });

  test("an outcome that comes after the lease was lost is not kept", async () => {
    await started();
    await rig.webhook("acme", "shop.test");
    rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 5_000 });
    const [id = 0] = await rig.emit("acme");
    await rig.quiet();
    await rig.write((tx) => tx.run("UPDATE webhook_deliveries SET lease_id = 'elsewhere:1:00000000'"));
    await rig.pass(6_000);
    expect(rig.state(id)).toMatchObject({ state: "delivering", attempts: 0 });
    expect(rig.attempts(id)).toEqual([]);
  });
});

test("outcomes whose commit fails are kept for the next one: nothing is sent twice for it", async () => {
  await started();
  await rig.provenWebhook("acme", "shop.test");
  rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 1_000 });
  const ids = await rig.emit("acme", 4);
  await rig.quiet();
  rig.failingCommits = 3;
  await rig.pass(3 * SECOND_MS);
  expect(rig.failingCommits).toBe(0);
  expect(ids.map((id) => rig.state(id).state)).toEqual(new Array(4).fill("delivered"));
  expect(sentTo("shop.test").length).toBe(5);
  expect(rig.engine.inFlight).toBe(0);
});

test("an outcome that cannot be kept at all stands in nobody's way, and its record is sent again when its lease is out", async () => {
  await started();
  await rig.provenWebhook("acme", "shop.test");
  rig.network.behave("shop.test", { kind: "answer", status: 200, delayMs: 1_000 });
  const ids = await rig.emit("acme", 4);
  const [poisoned = 0, ...others] = ids;
  await rig.write((tx) =>
    tx.run(
      `CREATE TRIGGER poison BEFORE UPDATE ON webhook_deliveries WHEN NEW.id = ${poisoned} AND NEW.state = 'delivered'
         BEGIN SELECT RAISE(ABORT, 'poison'); END`,
    ),
  );
  await rig.pass(2 * SECOND_MS);
  expect(others.map((id) => rig.state(id).state)).toEqual(["delivered", "delivered", "delivered"]);
  expect(rig.state(poisoned).state).toBe("delivering");
  await rig.write((tx) => tx.run("DROP TRIGGER poison"));
  rig.world.clock.advance(30 * SECOND_MS);
  await rig.pass(3 * SECOND_MS);
  void rig.engine.tick();
  await rig.pass(3 * SECOND_MS);
  expect(rig.state(poisoned).state).toBe("delivered");
});
