import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, utcDay } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { readDailyCredit } from "../../../../src/modules/ledger/entries/store.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Debits, and what the balance's two ends refuse (contract section 7). */

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const post = (kind: "credit" | "debit", amount: number, more: object = {}) =>
  world.call("POST", `/api/salutes/${kind}`, {
    key,
    body: { user_id: userId, amount, reason: "quest", ...more },
  });
const balance = async () =>
  (await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance;
const entries = () =>
  world.services.live.read.all<{ delta: number; balance_after: number }>(
    "SELECT delta, balance_after FROM ledger_entries ORDER BY id",
  );
/** Sets a balance that a thousand credits would make, entries and all. */
const setBalance = (hundredths: number) =>
  world.services.live.writer.run((tx) => {
    tx.run("UPDATE users SET balance = ? WHERE id = ?", hundredths, userId);
    tx.run(
      "INSERT INTO ledger_entries SELECT NULL, partner_id, id, balance, balance, 'set', 'test', 'partner', 'set', 'h', 200, NULL, NULL, 0 FROM users",
    );
  });

describe("POST /api/salutes/debit", () => {
  test("200: the balance falls by the cent, the entry and the event are negative", async () => {
    await post("credit", 10);
    const answer = await post("debit", 0.01, { source: "shop:eu-1" });
    expect(answer.json).toEqual({
      success: true,
      user_id: String(userId),
      balance: 9.99,
      delta: -0.01,
      ledger_entry_id: 2,
      idempotency_key: answer.json.idempotency_key,
      metadata: null,
    });
    expect(entries().at(-1)).toEqual({ delta: -1, balance_after: 999 });
    const event = world.services.live.read.get<{ event_type: string; data: string }>(
      "SELECT event_type, data FROM events ORDER BY id DESC LIMIT 1",
    );
    expect([event?.event_type, JSON.parse(event?.data ?? "")]).toEqual([
      "salutes.debit",
      {
        user_id: String(userId),
        external_id: "zoe",
        delta: -0.01,
        balance: 9.99,
        reason: "quest",
        source: "shop:eu-1",
        ledger_entry_id: 2,
        metadata: null,
      },
    ]);
  });

  test("the whole balance may go, and not a cent more: 409 insufficient_balance with the balance", async () => {
    await post("credit", 5.05);
    const over = await post("debit", 5.06);
    expect([over.status, over.json.error, over.json.balance]).toEqual([409, "insufficient_balance", 5.05]);
    expect((await post("debit", 5.05)).json.balance).toBe(0);
    const empty = await post("debit", 0.01);
    expect([empty.json.error, empty.json.balance]).toEqual(["insufficient_balance", 0]);
    expect(entries()).toHaveLength(2);
  });

  test("20 at once on a balance that covers 7: 7 are carried out", async () => {
    await post("credit", 7);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("debit", 1)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7);
    expect(answers.filter((answer) => answer.json.error === "insufficient_balance")).toHaveLength(13);
    expect(await balance()).toBe(0);
  });

  test("409 state_conflict for a suspended user, who may still be credited", async () => {
    await post("credit", 10);
    await world.call("PATCH", `/api/partner/users/${userId}`, { key, body: { status: "suspended" } });
    expect((await post("debit", 1)).json.error).toBe("state_conflict");
    expect((await post("credit", 1)).json.balance).toBe(11);
    await world.call("PATCH", `/api/partner/users/${userId}`, { key, body: { status: "active" } });
    expect((await post("debit", 1)).json.balance).toBe(10);
  });

  test("404 for a user that is not there or was deleted, however it is named", async () => {
    await world.call("DELETE", `/api/partner/users/${userId}`, { key });
    for (const user_id of [userId, String(userId), "ext:zoe", 999, "ext:nobody"]) {
      const answer = await post("debit", 1, { user_id });
      expect([user_id, answer.status, answer.json.error]).toEqual([user_id, 404, "user_not_found"]);
    }
  });
});

describe("the largest balance", () => {
  test("7e13 may be reached to the cent; past it 409 state_conflict", async () => {
    await setBalance(7e15 - 100);
    expect((await post("credit", 1.01)).json.error).toBe("state_conflict");
    expect((await post("credit", 1)).json.balance).toBe(7e13);
    expect((await post("credit", 0.01)).json.error).toBe("state_conflict");
    expect((await post("debit", 0.01)).json.balance).toBe(69_999_999_999_999.99);
    expect(await balance()).toBe(69_999_999_999_999.99);
  });

  test("the largest amount is 1e12, in one go", async () => {
    expect((await post("credit", 1e12)).json.balance).toBe(1e12);
    expect((await post("debit", 999_999_999_999.99)).json.balance).toBe(0.01);
  });
});

describe("a key's daily count", () => {
  const count = () =>
    readDailyCredit(world.services.live.read, { keyId: key.key_id, day: utcDay(world.clock.now()) });

  test("counts what was credited, not what was refused", async () => {
    await post("credit", 2);
    await post("credit", 3, { user_id: 999 });
    await post("debit", 1);
    expect(count()).toBe(200);
  });

  test("holds each credit of its day once, whether or not it is in the search tables by then", async () => {
    for (let made = 1; made <= 130; made++) {
      expect((await post("credit", 1)).status).toBe(200);
      if (made % 10 === 0 || made % 64 < 2) expect(count()).toBe(made * 100);
    }
    world.clock.advance(DAY_MS);
    await post("credit", 5);
    expect(count()).toBe(500);
  });

  test("a day of more credits than a number can tell apart refuses none of them", async () => {
    await post("credit", 1);
    await world.services.live.writer.run((tx) =>
      tx.run(
        "INSERT INTO key_daily_credits VALUES (?, ?, 9000000000000000)",
        key.key_id,
        utcDay(world.clock.now()),
      ),
    );
    for (let i = 0; i < 3; i++) expect((await post("credit", 1e12)).status).toBe(200);
  });
});
