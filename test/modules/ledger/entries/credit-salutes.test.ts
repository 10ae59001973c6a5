import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const credit = (body: object, options = {}) =>
  world.call("POST", "/api/salutes/credit", { key, body, ...options });
const balance = async () =>
  (await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance;

describe("POST /api/salutes/credit", () => {
  test("200: the balance rises, the ledger shows the entry, the outbox holds its event", async () => {
    const answer = await credit(
      { user_id: "ext:zoe", amount: 25.5, reason: "quest", source: "campaign-7" },
      { idempotencyKey: "order-1" },
    );
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      user_id: String(userId),
      balance: 25.5,
      delta: 25.5,
      ledger_entry_id: 1,
      idempotency_key: "order-1",
      metadata: null,
    });
    const ledger = (await world.call("GET", "/api/salutes/ledger", { key })).json.ledger;
    expect(ledger).toEqual([
      {
        id: 1,
        user_id: String(userId),
        delta: 25.5,
        balance_after: 25.5,
        reason: "quest",
        source: "campaign-7",
        idempotency_key: "order-1",
        partner_key_id: key.key_id,
        created_at: "2026-11-21T10:00:00.000Z",
        reversed_by: null,
        reverses: null,
        metadata: null,
      },
    ]);
    const events = world.services.live.read.all<{ event_type: string; data: string }>(
      "SELECT event_type, data FROM events ORDER BY id",
    );
    expect(events.map((event) => event.event_type)).toEqual(["users.created", "salutes.credit"]);
    expect(JSON.parse(events[1]?.data ?? "")).toEqual({
      user_id: String(userId),
      external_id: "zoe",
      delta: 25.5,
      balance: 25.5,
      reason: "quest",
      source: "campaign-7",
      ledger_entry_id: 1,
      metadata: null,
    });
  });

  test.each([
    ["a third decimal", { amount: 1.005 }, "amount"],
    ["zero", { amount: 0 }, "amount"],
    ["a negative amount", { amount: -1 }, "amount"],
    ["text for a number", { amount: "5" }, "amount"],
    ["more than 1e12", { amount: 1e12 + 1 }, "amount"],
    ["no reason", { reason: undefined }, "reason"],
    ["a reason with a blank", { reason: "a b" }, "reason"],
    ["an unknown property", { note: "x" }, "note"],
    ["a user id that is none", { user_id: "zoe" }, "user_id"],
  ])("400 for %s: the field is named and nothing changes", async (_, change, field) => {
    const answer = await credit({ user_id: userId, amount: 5, reason: "quest", ...change });
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      field,
    ]);
    expect(await balance()).toBe(0);
  });

  test("400 for a property that is named twice: two readers of one signed body must not see two amounts", async () => {
    const answer = await world.call("POST", "/api/salutes/credit", {
      key,
      body: `{"user_id":${userId},"amount":5,"reason":"q","amount":500}`,
    });
    expect([answer.status, answer.json.details]).toEqual([
      400,
      [{ field: "amount", message: "is named twice" }],
    ]);
    expect(await balance()).toBe(0);
  });

  test("409 idempotency_replay: the same intent again answers with the original and credits once", async () => {
    const body = { user_id: userId, amount: 5, reason: "quest" };
    const first = await credit(body, { idempotencyKey: "order-1" });
    const again = await credit(body, { idempotencyKey: "order-1" });
    expect([again.status, again.json.error, again.headers.get("idempotency-replayed")]).toEqual([
      409,
      "idempotency_replay",
      "true",
    ]);
    expect(again.json.original).toEqual({
      status: 200,
      created_at_utc: "2026-11-21T10:00:00.000Z",
      body: first.json,
    });
    expect(await balance()).toBe(5);
  });

  test("409 idempotency_conflict: the same key for another payload is refused", async () => {
    await credit({ user_id: userId, amount: 5, reason: "quest" }, { idempotencyKey: "order-1" });
    const other = await credit(
      { user_id: userId, amount: 6, reason: "quest" },
      { idempotencyKey: "order-1" },
    );
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
    expect(await balance()).toBe(5);
  });

  test("409 replay_detected: a nonce counts once, and a refused request uses it up too", async () => {
    const nonce = "00112233445566778899aabbccddeeff";
    expect((await credit({ user_id: userId, amount: -1, reason: "quest" }, { nonce })).status).toBe(400);
    const second = await credit({ user_id: userId, amount: 5, reason: "quest" }, { nonce });
    expect([second.status, second.json.error, second.json.retry_class]).toEqual([
      409,
      "replay_detected",
      "retryable",
    ]);
    expect(await balance()).toBe(0);
  });

  test("the same key 20 times at once commits once", async () => {
    const body = { user_id: userId, amount: 5, reason: "quest" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => credit(body, { idempotencyKey: "order-1" })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...new Array(19).fill(409)]);
    expect(answers.filter((answer) => answer.json.error === "idempotency_replay")).toHaveLength(19);
    expect(await balance()).toBe(5);
  });

  test("409 state_conflict past the key's daily ceiling, which the next UTC day lifts", async () => {
    world.services.live.writer.run((tx) =>
      tx.run("UPDATE partner_keys SET daily_credit_limit = 1000, revision = revision + 1"),
    );
    expect((await credit({ user_id: userId, amount: 8, reason: "quest" })).status).toBe(200);
    expect((await credit({ user_id: userId, amount: 3, reason: "quest" })).json.error).toBe("state_conflict");
    expect(await balance()).toBe(8);
    world.clock.advance(24 * 3_600_000);
    expect((await credit({ user_id: userId, amount: 3, reason: "quest" })).status).toBe(200);
  });

  test("404 for somebody else's user", async () => {
    const other = await world.createKey("other");
    const answer = await world.call("POST", "/api/salutes/credit", {
      key: other,
      body: { user_id: userId, amount: 5, reason: "quest" },
    });
    expect([answer.status, answer.json.error]).toEqual([404, "user_not_found"]);
  });

  test("503 safe_mode: nothing is credited, reads go on", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run(`INSERT INTO settings VALUES ('safe_mode', '{"reason":"drill","since":0}', 0)`),
    );
    const answer = await credit({ user_id: userId, amount: 5, reason: "quest" });
    expect([answer.status, answer.json.error, answer.headers.get("retry-after")]).toEqual([
      503,
      "safe_mode",
      "60",
    ]);
    expect(await balance()).toBe(0);
  });
});
