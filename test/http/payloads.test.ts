import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../src/kit/clock.ts";
import { sha256Hex } from "../../src/kit/crypto/seal.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { purgeExpired } from "../../src/modules/platform/idempotency/index.ts";
import { type CallOptions, createWorld, type World } from "../harness/app/world.ts";

/** The same payload, and what a conflict says about another one (contract section 20). */

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const CREATED_AT = "2026-11-21T10:00:00.000Z";
const good = () => ({ user_id: userId, amount: 5, reason: "quest" });
const call = (method: string, target: string, options: CallOptions = {}) =>
  world.call(method, target, { key, idempotencyKey: "order-1", ...options });
const credit = (body: object | string = good(), target = "/api/salutes/credit") =>
  call("POST", target, { body });
const createUser = (body: object | string) => call("POST", "/api/partner/users", { body });
const balance = async () =>
  (await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance;
const live = () => world.services.live;

describe("the same JSON value is the same payload", () => {
  test.each([
    ["blanks", () => JSON.stringify(good(), null, 2)],
    ["another order of names", () => ({ reason: "quest", amount: 5, user_id: userId })],
    ["5.00", () => `{"user_id":${userId},"amount":5.00,"reason":"quest"}`],
    ["5e0", () => `{"user_id":${userId},"amount":5e0,"reason":"quest"}`],
    ["escapes", () => `{"user_id":${userId},"amount":5,"\\u0072eason":"qu\\u0065st"}`],
  ])("%s", async (_, body) => {
    const first = await credit();
    const again = await credit(body());
    expect([again.status, again.json.error]).toEqual([409, "idempotency_replay"]);
    expect(again.json.original.body).toEqual(first.json);
    expect(await balance()).toBe(5);
  });

  test("of a change without an entry, and with the nonce of the first request", async () => {
    const nonce = "ab".repeat(16);
    const create = (body: string) => call("POST", "/api/partner/users", { body, nonce });
    await create('{"external_id":"max","display_name":"Max"}');
    const again = await create('{ "display_name": "Max", "external_id": "max" }');
    expect(again.json.error).toBe("idempotency_replay");
  });

  test("an operation without a body takes none and an empty object for the same", async () => {
    const max = await world.createUser(key, "max");
    const remove = (options: CallOptions) => call("DELETE", `/api/partner/users/${max}`, options);
    expect((await remove({})).status).toBe(200);
    expect((await remove({ body: {} })).json.error).toBe("idempotency_replay");
  });
});

describe("a record from before holds the hash of the bytes", () => {
  const body = '{"external_id": "max"}';

  beforeEach(async () => {
    await createUser(body);
    await live().writer.run((tx) =>
      tx.run(
        "UPDATE idempotency_records SET payload_fields = NULL, payload_hash = ? WHERE idempotency_key = 'order-1'",
        sha256Hex(`POST\n/api/partner/users\n${body}`),
      ),
    );
  });

  test("the same bytes are the same payload", async () => {
    expect((await createUser(body)).json.error).toBe("idempotency_replay");
  });

  test("other bytes are a conflict that does not claim to know the difference", async () => {
    const { json } = await createUser('{"external_id":"max"}');
    expect(json.error).toBe("idempotency_conflict");
    expect(json.conflict).toEqual({
      created_at_utc: CREATED_AT,
      operation: null,
      ledger_entry_id: null,
      differs: null,
    });
  });
});

describe("idempotency_conflict names the first request and what differs", () => {
  test.each([
    ["a changed value", () => ({ ...good(), amount: 6 }), ["amount"]],
    ["text for a number", () => ({ ...good(), user_id: String(userId) }), ["user_id"]],
    ["an added field", () => ({ ...good(), source: "shop" }), ["source"]],
    [
      "several",
      () => ({ ...good(), amount: 6, reason: "gift", source: "shop" }),
      ["amount", "reason", "source"],
    ],
  ])("%s", async (_, body, differs) => {
    const first = await credit();
    world.clock.advance(1_000);
    const other = await credit(body());
    expect([other.status, other.json.error, other.json.retry_class]).toEqual([
      409,
      "idempotency_conflict",
      "fail_fast",
    ]);
    expect(other.json.conflict).toEqual({
      created_at_utc: CREATED_AT,
      operation: "POST /api/salutes/credit",
      ledger_entry_id: first.json.ledger_entry_id,
      differs,
    });
    for (const name of differs) expect(other.json.message).toContain(name);
    expect(other.json.message).toContain(`ledger entry ${first.json.ledger_entry_id}`);
    expect(await balance()).toBe(5);
  });

  test("a field that the first request had and this one lacks", async () => {
    await credit({ ...good(), source: "shop" });
    expect((await credit()).json.conflict.differs).toEqual(["source"]);
  });

  test("never shows values, and never advises another key for the same intent", async () => {
    await createUser({ external_id: "max", email: "max@first.example" });
    const { json } = await createUser({ external_id: "max", email: "max@second.example" });
    expect(json.conflict).toMatchObject({ ledger_entry_id: null, differs: ["email"] });
    expect(JSON.stringify(json)).not.toMatch(/first\.example|second\.example/);
    expect(json.message).not.toMatch(/use a new/i);
    expect(json.message).toEndWith("a new key is right only for a new intent.");
  });

  test("another operation, or another path or query of it, with the same body", async () => {
    await credit();
    const debit = (await credit(good(), "/api/salutes/debit")).json;
    expect(debit.conflict).toMatchObject({ operation: "POST /api/salutes/credit", differs: [] });
    expect(debit.message).toContain("this one is POST /api/salutes/debit");
    const query = (await credit(good(), "/api/salutes/credit?include_meta=1")).json;
    expect(query.conflict.differs).toEqual([]);
    expect(query.message).toContain("path or query");
  });

  test("once the answer is deleted, the entry is still named", async () => {
    const first = await credit();
    world.clock.advance(30 * DAY_MS + 1);
    const before = world.clock.now() - 30 * DAY_MS;
    await live().writer.run((tx) => purgeExpired(tx, { noncesBefore: 0, recordsBefore: before, chunk: 9 }));
    expect((await credit({ ...good(), amount: 6 })).json.conflict).toEqual({
      created_at_utc: CREATED_AT,
      operation: null,
      ledger_entry_id: first.json.ledger_entry_id,
      differs: null,
    });
  });

  test("for sandbox keys too", async () => {
    const sandbox = await world.createKey("acme", "sandbox");
    const send = (amount: number) =>
      world.call("POST", "/api/partner/sandbox/salutes/credit", {
        key: sandbox,
        idempotencyKey: "order-1",
        body: { user_id: 1, amount, reason: "quest" },
      });
    const first = await send(5);
    expect((await send(6)).json.conflict).toMatchObject({
      operation: "POST /api/partner/sandbox/salutes/credit",
      ledger_entry_id: first.json.ledger_entry_id,
      differs: ["amount"],
    });
  });
});

test("stored fields are hashes under a key of the file: the same request gives others in another file", async () => {
  const stored = (of: World) =>
    of.services.live.read.one<{ payload_fields: string }>("SELECT payload_fields FROM ledger_answers")
      .payload_fields;
  await credit();
  expect(stored(world)).toMatch(
    /^POST \/api\/salutes\/credit amount=[0-9a-f]{5} reason=[0-9a-f]{5} user_id=[0-9a-f]{5}$/,
  );
  const other = await createWorld();
  try {
    const its = await other.createKey("acme");
    expect(await other.createUser(its, "zoe")).toBe(userId);
    await other.call("POST", "/api/salutes/credit", { key: its, body: good() });
    expect(stored(other)).not.toBe(stored(world));
  } finally {
    await other.close();
  }
});
