import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { HOUR_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import type { UpdateWebhookBody } from "../../../../src/modules/webhooks/webhooks/model.ts";
import { findWebhook } from "../../../../src/modules/webhooks/webhooks/store.ts";
import { updateWebhook } from "../../../../src/modules/webhooks/webhooks/update-webhook.ts";
import { EngineRig } from "../../../harness/simulation/engine-rig.ts";
import type { Behaviour } from "../../../harness/simulation/fake-network.ts";

const FAIL: Behaviour = { kind: "answer", status: 500 };

/** What a webhook's settings change in its deliveries. */

let rig: EngineRig;

beforeEach(async () => {
  rig = await EngineRig.create();
});

afterEach(() => rig.close());

const change = (id: number, body: Static<typeof UpdateWebhookBody>) =>
  rig.write((tx) => {
    const webhook = findWebhook(tx, rig.partnerIds.get("acme") ?? 0, id);
    if (webhook === null) throw new Error(`there is no webhook ${id}`);
    const targets = { allowHttp: false, allowPrivate: false };
    updateWebhook(
      tx,
      { kind: "command", name: "test" },
      { webhook, body, keyring: rig.world.services.keyring, targets },
    );
  });
const sentTo = (name: string) => rig.network.seen.filter((each) => each.name === name);

describe("max_per_second", () => {
  test("no second has more attempts, the backlog leaves at that rate, and other webhooks do not wait", async () => {
    const limited = await rig.webhook("acme", "slow.test");
    await rig.webhook("acme", "quick.test");
    await change(limited, { max_per_second: 3 });
    await rig.start();
    const begun = rig.world.clock.now();
    await rig.emit("acme", 20);
    await rig.quiet();
    expect(sentTo("quick.test")).toHaveLength(20);
    expect(sentTo("slow.test")).toHaveLength(3);
    await rig.pass(300);
    await rig.emit("acme");
    await rig.pass(10 * SECOND_MS);
    const starts = sentTo("slow.test").map(({ at }) => at);
    expect(starts).toHaveLength(21);
    for (const [index, at] of starts.entries())
      expect(at - (starts[index - 3] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(SECOND_MS);
    expect((starts.at(-1) ?? 0) - begun).toBeLessThanOrEqual(6.5 * SECOND_MS);
    expect(new Set(sentTo("slow.test").map(({ uid }) => uid)).size).toBe(21);
  });

  test("without a limit again, the rest of the backlog leaves at once", async () => {
    const limited = await rig.webhook("acme", "slow.test");
    await change(limited, { max_per_second: 1 });
    await rig.start();
    await rig.emit("acme", 5);
    await rig.quiet();
    expect(sentTo("slow.test")).toHaveLength(1);
    await change(limited, { max_per_second: null });
    await rig.quiet();
    expect(sentTo("slow.test")).toHaveLength(5);
  });

  test("holds a receiver that was claimed ahead", async () => {
    const id = await rig.provenWebhook("acme", "shop.test");
    await rig.start();
    await rig.emit("acme", 200);
    await rig.quiet();
    await change(id, { max_per_second: 2 });
    await rig.pass(5 * SECOND_MS);
    const before = sentTo("shop.test").length;
    await rig.emit("acme", 50);
    await rig.quiet();
    expect(sentTo("shop.test").length - before).toBe(2);
  });
});

describe("headers", () => {
  test("go with each attempt, beside salute's own, until they are changed", async () => {
    const id = await rig.webhook("acme", "shop.test");
    await change(id, { headers: { Authorization: "Bearer 5d2c81f0", "X-Tenant": "7" } });
    await rig.start();
    await rig.emit("acme");
    await rig.quiet();
    expect(sentTo("shop.test")[0]?.headers).toMatchObject({
      authorization: "Bearer 5d2c81f0",
      "x-tenant": "7",
      "content-type": "application/json",
      host: "shop.test",
    });
    await change(id, { headers: { "X-Tenant": "eight-8" } });
    const [second = 0] = await rig.emit("acme");
    await rig.quiet();
    const headers = sentTo("shop.test")[1]?.headers ?? {};
    expect([headers["x-tenant"], headers.authorization]).toEqual(["eight-8", undefined]);
    expect(rig.attempts(second)[0]?.header_names).toBe('["X-Tenant"]');
    expect(rig.condition(id).headers_sealed).not.toContain("eight");
  });
});

describe("target_url", () => {
  test("waiting deliveries go to the new target from their next attempt on, and a failing circuit is closed", async () => {
    const id = await rig.webhook("acme", "old.test");
    rig.network.behave("old.test", FAIL);
    await rig.start();
    await rig.emit("acme", 25);
    await rig.pass(60 * SECOND_MS);
    expect(rig.condition(id).probe_at).not.toBeNull();
    await change(id, { target_url: "https://new.test/hook" });
    expect(rig.condition(id)).toMatchObject({ probe_at: null, consecutive_failures: 0, is_slow: 0 });
    const old = sentTo("old.test").length;
    await rig.pass(HOUR_MS);
    expect(sentTo("old.test")).toHaveLength(old);
    expect(new Set(sentTo("new.test").map(({ uid }) => uid)).size).toBe(25);
  });

  test("the same target again keeps the receiver's condition", async () => {
    const id = await rig.webhook("acme", "old.test");
    rig.network.behave("old.test", FAIL);
    await rig.start();
    await rig.emit("acme");
    await rig.quiet();
    await change(id, { target_url: "https://old.test/hook" });
    expect(rig.condition(id).consecutive_failures).toBe(1);
  });

  test.each([
    ["moved", { target_url: "https://new.test/hook" }],
    ["switched on again", {}],
  ])(
    "a late 410 leaves a webhook on that was %s meanwhile, and its record is sent again",
    async (_, body) => {
      const id = await rig.webhook("acme", "old.test");
      rig.network.behave("old.test", { kind: "answer", status: 410, delayMs: 3 * SECOND_MS });
      await rig.start();
      const [first = 0] = await rig.emit("acme");
      await rig.pass(SECOND_MS);
      await change(id, { ...body, is_active: false });
      await change(id, { is_active: true });
      rig.network.behave("old.test", { kind: "answer", status: 200 });
      await rig.pass(4 * SECOND_MS);
      expect(rig.condition(id)).toMatchObject({ is_active: 1, off_reason: null, consecutive_failures: 0 });
      expect(rig.state(first)).toMatchObject({ state: "failed", reason_tag: "http_error", attempts: 1 });
      expect(rig.attempts(first)[0]).toMatchObject({ http_status: 410 });
      await rig.pass(60 * SECOND_MS);
      expect(rig.state(first).state).toBe("delivered");
    },
  );

  test("a 410 of the former target leaves a webhook's record held that was moved and switched off", async () => {
    const id = await rig.webhook("acme", "old.test");
    rig.network.behave("old.test", { kind: "answer", status: 410, delayMs: 3 * SECOND_MS });
    await rig.start();
    const [first = 0] = await rig.emit("acme");
    await rig.pass(SECOND_MS);
    await change(id, { target_url: "https://new.test/hook", is_active: false });
    await rig.pass(4 * SECOND_MS);
    expect(rig.state(first)).toMatchObject({ state: "held", attempts: 1 });
    expect(rig.condition(id)).toMatchObject({ off_reason: "partner" });
  });

  test.each([200, 500])("a late %d of the former target says nothing about the new one", async (status) => {
    const id = await rig.webhook("acme", "old.test");
    rig.network.behave("old.test", { kind: "answer", status, delayMs: 3 * SECOND_MS });
    await rig.start();
    const [first = 0] = await rig.emit("acme");
    await rig.pass(SECOND_MS);
    await change(id, { target_url: "https://new.test/hook" });
    await rig.pass(4 * SECOND_MS);
    expect(rig.state(first)).toMatchObject({ state: status === 200 ? "delivered" : "failed", attempts: 1 });
    expect(rig.condition(id)).toMatchObject({ consecutive_failures: 0, is_slow: 0 });
  });
});
