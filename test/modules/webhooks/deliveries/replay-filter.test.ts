import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/audit.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, broken, createWebhook, credit, states } from "./fixture.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await createWebhook(world, key, "salutes.credit");
});

afterEach(() => world.close());

const REPLAY = "/api/partner/webhook-events/replay";
const replay = (body: object, by = key) => world.call("POST", REPLAY, { key: by, body });
const replayed = async (filter: object, by = key) =>
  (await replay({ filter }, by)).json.results.map((each: { event_id: number }) => each.event_id);

/** Credits a minute apart, each with one record. */
async function credits(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await credit(world, key, "ext:zoe");
    world.clock.advance(MINUTE_MS);
  }
}

describe("POST /api/partner/webhook-events/replay with a filter", () => {
  test("200: sends the selected records again, the oldest first, and keeps the filter in the audit trail", async () => {
    await credits(4);
    await attempt(world, 1, "delivered");
    await attempt(world, 2, "dead_letter");
    await attempt(world, 3, "failed");
    await attempt(world, 4, "dead_letter", "timeout");
    const { status, json } = await replay({ filter: { status: "dead_letter" }, note: "redeployed" });
    expect([status, json]).toMatchObject([
      200,
      {
        count: 2,
        replayed_count: 2,
        failed_count: 0,
        results: [
          { event_id: 2, event_uid: expect.stringMatching(/^evt_/), replayed: true, error: null },
          { event_id: 4, replayed: true },
        ],
        has_more: false,
        next_after: null,
      },
    ]);
    expect(states(world)).toEqual(["delivered", "pending", "failed", "pending"]);
    expect((await replay({ filter: { status: "dead_letter" } })).json).toMatchObject({
      count: 0,
      results: [],
    });
    const [entry] = listAudit(world.services.live.read, 10).filter(
      ({ action }) => action === "webhook_delivery.replay",
    );
    expect(entry?.details).toMatchObject({
      was: { 2: "dead_letter", 4: "dead_letter" },
      note: "redeployed",
      filter: { status: "dead_letter" },
    });
    expect(broken(world)).toEqual([]);
  });

  test("200: each condition narrows, and several together; nobody else's record is touched", async () => {
    await createWebhook(world, key, "*");
    await credits(4);
    // Odd records are those of the first webhook.
    for (let id = 1; id <= 8; id++) await attempt(world, id, "failed", id === 5 ? "timeout" : "http_error");
    const before = states(world);
    const other = await world.createKey("umbrella");
    for (const filter of [{}, { webhook_id: 1 }, { event_type: "salutes.credit" }])
      expect(await replayed({ status: "failed", ...filter }, other)).toEqual([]);
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 10, minutes)).toISOString();
    expect(await replayed({ status: "failed", webhook_id: 99 })).toEqual([]);
    expect(await replayed({ status: "delivered" })).toEqual([]);
    expect(await replayed({ status: "failed", event_type: "users.created" })).toEqual([]);
    expect(states(world)).toEqual(before);
    expect(await replayed({ status: "failed", webhook_id: "1", from: at(3) })).toEqual([7]);
    expect(await replayed({ status: "failed", to: at(1), webhook_id: 2 })).toEqual([2]);
    expect(await replayed({ status: "failed", reason_tag: "timeout" })).toEqual([5]);
    expect(await replayed({ status: "failed", event_type: "salutes.credit", after: 3 })).toEqual([4, 6, 8]);
    expect(await replayed({ status: "failed" })).toEqual([1, 3]);
  });

  test("200: at most 100 at once; next_after goes on, also past records that cannot be sent again", async () => {
    await credits(102);
    for (let id = 1; id <= 102; id++) await attempt(world, id, "dead_letter");
    await world.call("DELETE", "/api/partner/webhooks/1", { key });
    for (const filter of [
      { status: "dead_letter" },
      { status: "dead_letter", event_type: "salutes.credit" },
    ]) {
      const first = (await replay({ filter })).json;
      expect(first).toMatchObject({ count: 100, failed_count: 100, has_more: true, next_after: 100 });
      expect(first.results[0]).toMatchObject({ event_id: 1, error: "webhook_deleted" });
      const second = (await replay({ filter: { ...filter, after: first.next_after } })).json;
      expect(second).toMatchObject({ count: 2, has_more: false, next_after: null });
    }
  });

  test.each([
    ["neither ids nor a filter", {}, "event_ids"],
    ["both", { event_ids: [1], filter: { status: "failed" } }, "filter"],
    ["a filter without a state", { filter: { webhook_id: 1 } }, "filter.status"],
    ["a state that is not replayed", { filter: { status: "pending" } }, "filter.status"],
    ["an unknown type", { filter: { status: "failed", event_type: "users.nothing" } }, "filter.event_type"],
    ["a time that is a word", { filter: { status: "failed", from: "yesterday" } }, "filter.from"],
    ["an unknown condition", { filter: { status: "failed", host: "a" } }, "filter.host"],
  ])("400 for %s, naming the field; nothing is replayed", async (_, body, field) => {
    await credits(1);
    await attempt(world, 1, "failed");
    const { status, json } = await replay(body);
    expect([status, json.error, json.details?.[0]?.field]).toEqual([400, "invalid_payload", field]);
    expect(states(world)).toEqual(["failed"]);
  });

  test("the sandbox has the same filter, and shows what it would send", async () => {
    const practice = await world.createKey("acme", "sandbox");
    const path = "/api/partner/sandbox/webhook-events/replay";
    const body = { filter: { status: "dead_letter", event_type: "salutes.debit" } };
    const { json } = await world.call("POST", path, { key: practice, body });
    expect(json).toMatchObject({
      count: 1,
      replayed_count: 1,
      has_more: false,
      results: [{ replayed: true, simulation: { headers: { "X-Webhook-Event": "salutes.debit" } } }],
    });
    expect((await world.call("POST", path, { key: practice, body })).json.count).toBe(0);
  });
});
