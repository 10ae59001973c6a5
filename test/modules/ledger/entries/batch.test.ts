import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { findFirstOfBatch } from "../../../../src/modules/ledger/entries/store.ts";
import { purgeExpired } from "../../../../src/modules/platform/idempotency/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { brokenInvariants } from "../../../harness/checks/invariants.ts";
import { broken, createWebhook } from "../../webhooks/deliveries/fixture.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_WEBHOOK_PER_MIN: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await world.createUser(key, "max");
});

afterEach(() => world.close());

const BATCH = "/api/salutes/batch";
const batch = (
  items: readonly object[],
  { mode, ...options }: { mode?: string; [name: string]: unknown } = {},
) => world.call("POST", BATCH, { key, body: { items, ...(mode === undefined ? {} : { mode }) }, ...options });
const credit = (amount: number, more: object = {}) => ({
  operation: "credit",
  user_id: "ext:zoe",
  amount,
  reason: "quest",
  ...more,
});
const debit = (amount: number, more: object = {}) => ({ ...credit(amount, more), operation: "debit" });
const balance = async (user = "ext:zoe") =>
  (await world.call("GET", `/api/salutes/balance?user_id=${user}`, { key })).json.balance;
const entries = () => world.services.live.read.all("SELECT id FROM ledger_entries").length;
const verdicts = (answer: { json: { results: { status: string; error: string | null }[] } }) =>
  answer.json.results.map(({ status, error }) => [status, error]);

describe("an atomic batch", () => {
  test("applies its items in their order, in one commit, with entries, events and deliveries as of calls", async () => {
    await createWebhook(world, key, "*");
    const commits = world.services.live.writer.counts.commits;
    const answer = await batch([credit(25.5), debit(20, { source: "shop-1" }), credit(1, { user_id: 2 })], {
      idempotencyKey: "run-1",
    });
    expect(world.services.live.writer.counts.commits).toBe(commits + 1);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        success: true,
        mode: "atomic",
        count: 3,
        applied: 3,
        refused: 0,
        results: [
          [25.5, 25.5, "1"],
          [-20, 5.5, "1"],
          [1, 1, "2"],
        ].map(([delta, left, user_id], index) => ({
          index,
          status: "applied",
          error: null,
          message: null,
          user_id,
          delta,
          balance: left,
          ledger_entry_id: index + 1,
        })),
      },
    ]);
    const { ledger } = (await world.call("GET", "/api/salutes/ledger?order=asc", { key })).json;
    expect(
      ledger.map((each: Record<string, unknown>) => [each.idempotency_key, each.source, each.partner_key_id]),
    ).toEqual([
      ["run-1:0", "api", key.key_id],
      ["run-1:1", "shop-1", key.key_id],
      ["run-1:2", "api", key.key_id],
    ]);
    const found = await world.call("GET", "/api/salutes/ledger?idempotency_key=run-1:1", { key });
    expect(found.json.ledger.map(({ id }: { id: number }) => id)).toEqual([2]);
    const events = world.services.live.read.all<{ event_type: string; records: number }>(
      `SELECT event_type, (SELECT count(*) FROM webhook_deliveries WHERE event_id = events.id) AS records
        FROM events WHERE event_type LIKE 'salutes.%' ORDER BY id`,
    );
    expect(events).toEqual([
      { event_type: "salutes.credit", records: 1 },
      { event_type: "salutes.debit", records: 1 },
      { event_type: "salutes.credit", records: 1 },
    ]);
    expect(broken(world)).toEqual([]);
  });

  test("409 batch_refused for one item that its state refuses: nothing is applied, and the key stays free", async () => {
    const items = [credit(5), debit(7), credit(1, { user_id: "ext:nobody" })];
    const answer = await batch(items, { idempotencyKey: "run-1" });
    expect([answer.status, answer.json.error, answer.json.applied, answer.json.refused]).toEqual([
      409,
      "batch_refused",
      0,
      3,
    ]);
    expect(verdicts(answer)).toEqual([
      ["refused", "batch_refused"],
      ["refused", "insufficient_balance"],
      ["refused", "user_not_found"],
    ]);
    expect(answer.json.results[1]).toMatchObject({ user_id: "ext:zoe", balance: 5, ledger_entry_id: null });
    expect([entries(), await balance()]).toEqual([0, 0]);
    expect((await batch([credit(5)], { idempotencyKey: "run-1" })).status).toBe(200);
  });

  test("400 batch_refused if all refusals are of input, which name the field of the item", async () => {
    const answer = await batch([credit(5), credit(0.001), debit(1, { note: "x" }), { operation: "move" }]);
    expect([answer.status, answer.json.error]).toEqual([400, "batch_refused"]);
    expect(verdicts(answer).map(([, error]) => error)).toEqual([
      "batch_refused",
      "invalid_payload",
      "invalid_payload",
      "invalid_payload",
    ]);
    expect(answer.json.details.map(({ field }: { field: string }) => field)).toContain("items.1.amount");
    expect(entries()).toBe(0);
  });

  test.each([
    ["no items", { items: [] }],
    ["more than 1,000 items", { items: Array.from({ length: 1_001 }, () => credit(1)) }],
    ["an unknown mode", { items: [credit(1)], mode: "some" }],
    ["an item that is no object", { items: [7] }],
  ])("400 invalid_payload for %s", async (_, body) => {
    const answer = await world.call("POST", BATCH, { key, body });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_payload"]);
  });
});

describe("mode each", () => {
  test("judges each item as a call of its own; refused ones leave the others alone", async () => {
    await world.call("PATCH", "/api/partner/users/2", { key, body: { status: "suspended" } });
    const other = await world.createKey("umbrella");
    const foreign = await world.createUser(other, "eve");
    const answer = await batch(
      [
        credit(5),
        debit(9),
        credit(3, { user_id: 2 }),
        debit(1, { user_id: 2 }),
        credit(1, { user_id: foreign }),
        credit(-1),
        debit(5),
      ],
      { mode: "each" },
    );
    expect([answer.status, answer.json.applied, answer.json.refused]).toEqual([200, 3, 4]);
    expect(verdicts(answer)).toEqual([
      ["applied", null],
      ["refused", "insufficient_balance"],
      ["applied", null],
      ["refused", "state_conflict"],
      ["refused", "user_not_found"],
      ["refused", "invalid_payload"],
      ["applied", null],
    ]);
    expect([await balance(), await balance("2"), entries()]).toEqual([0, 3, 3]);
  });

  test("the key's daily ceiling counts each item", async () => {
    const limited = await world.createKey("acme");
    await world.services.live.writer.run((tx) =>
      tx.run(
        "UPDATE partner_keys SET daily_credit_limit = 1000, revision = revision + 1 WHERE key_id = ?",
        limited.key_id,
      ),
    );
    const answer = await batch([credit(6), credit(6), debit(1), credit(4)], { mode: "each", key: limited });
    expect(verdicts(answer).map(([status]) => status)).toEqual(["applied", "refused", "applied", "applied"]);
  });
});

describe("idempotency", () => {
  test("a batch sent again is a replay of its answer, and another payload under its key a conflict", async () => {
    const first = await batch([credit(5)], { idempotencyKey: "run-1" });
    const again = await batch([credit(5)], { idempotencyKey: "run-1" });
    expect([again.status, again.json.error, again.json.original.body]).toEqual([
      409,
      "idempotency_replay",
      first.json,
    ]);
    const other = await batch([credit(6)], { idempotencyKey: "run-1" });
    expect([other.status, other.json.error, other.json.conflict.differs]).toEqual([
      409,
      "idempotency_conflict",
      ["items"],
    ]);
    expect(entries()).toBe(1);
  });

  test("an item's key is that of a call, in both directions", async () => {
    const call = { user_id: "ext:zoe", amount: 5, reason: "quest" };
    await world.call("POST", "/api/salutes/credit", { key, body: call, idempotencyKey: "order-1" });
    const answer = await batch([
      credit(5, { idempotency_key: "order-1" }),
      credit(7, { idempotency_key: "order-2" }),
      credit(7, { idempotency_key: "order-2" }),
    ]);
    expect(verdicts(answer)).toEqual([
      ["replayed", null],
      ["applied", null],
      ["replayed", null],
    ]);
    expect(answer.json.results[0]).toMatchObject({ user_id: "1", delta: 5, balance: 5, ledger_entry_id: 1 });
    expect(answer.json.results[2]).toMatchObject({ delta: 7, balance: 12, ledger_entry_id: 2 });
    expect(answer.json).toMatchObject({ applied: 1, refused: 0, count: 3 });
    const again = await world.call("POST", "/api/salutes/credit", {
      key,
      body: { ...call, amount: 7 },
      idempotencyKey: "order-2",
    });
    expect([again.json.error, again.json.original.body]).toEqual([
      "idempotency_replay",
      {
        success: true,
        user_id: "1",
        balance: 12,
        delta: 7,
        ledger_entry_id: 2,
        idempotency_key: "order-2",
        metadata: null,
      },
    ]);
    expect([await balance(), brokenInvariants(world.dataDir)]).toEqual([12, []]);
  });

  test("another payload under an item's key is refused, as is the batch's own key", async () => {
    await batch([credit(5, { idempotency_key: "order-1" })]);
    const answer = await batch(
      [
        credit(6, { idempotency_key: "order-1" }),
        debit(5, { idempotency_key: "order-1" }),
        credit(1, { idempotency_key: "run-2" }),
      ],
      { mode: "each", idempotencyKey: "run-2" },
    );
    expect(verdicts(answer).map(([, error]) => error)).toEqual([
      "idempotency_conflict",
      "idempotency_conflict",
      "invalid_payload",
    ]);
    expect([entries(), await balance()]).toEqual([1, 5]);
  });

  test("a batch sent again after its record was deleted applies nothing twice", async () => {
    const items = [credit(5), credit(6, { idempotency_key: "order-1" }), debit(2)];
    await batch(items, { idempotencyKey: "run-1" });
    await batch([credit(1)], { idempotencyKey: "run-1:1" });
    await world.services.live.writer.run((tx) =>
      purgeExpired(tx, { noncesBefore: tx.now + 1, recordsBefore: tx.now + 1, chunk: 100 }),
    );
    const again = await batch(items, { idempotencyKey: "run-1" });
    expect([again.status, verdicts(again).map(([status]) => status)]).toEqual([
      200,
      ["replayed", "replayed", "replayed"],
    ]);
    const other = await batch([credit(9)], { idempotencyKey: "run-1:1" });
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
    expect(await balance()).toBe(10);
  });
});

test("a batch is found among the entries of batches whose keys begin with its own, without reading them", async () => {
  const { read, writer } = world.services.live;
  const insert = (keys: string) =>
    writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000), k(name) AS (${keys})
          INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
            payload_hash, status, created_at)
          SELECT 1, 1, 1, 1, 'quest', 'api', 'batch', name, 'hash', 200, ? FROM k`,
        tx.now,
      ),
    );
  await insert("SELECT 'run:2026-' || i || ':0' FROM n UNION ALL VALUES ('run:7:0'), ('run:7:x:0')");
  const find = (name: string) => findFirstOfBatch(read, 1, name)?.idempotency_key;
  const times = [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    expect(find("run")).toBeUndefined();
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(10);
  for (const place of [999, 20, 0]) {
    await insert(`SELECT 'run:${place}'`);
    expect(find("run")).toBe(`run:${place}`);
  }
  expect([find("run:7"), find("run:7:x"), find("run:"), find("ru")]).toEqual([
    "run:7:0",
    "run:7:x:0",
    undefined,
    undefined,
  ]);
}, 30_000);

test("an item with its own key that no JSON form compares is refused by itself", async () => {
  const items = [credit(1, { user_id: "ext:\ud800", idempotency_key: "order-1" }), credit(2)];
  const answer = await batch(items, { mode: "each" });
  expect([answer.status, verdicts(answer)]).toEqual([
    200,
    [
      ["refused", "invalid_payload"],
      ["applied", null],
    ],
  ]);
});

test("403 without the scope of an item, which the answer names", async () => {
  const credits = await world.createKey("acme", "live", { scopes: ["credit"] });
  expect((await batch([credit(5)], { key: credits })).status).toBe(200);
  const refused = await batch([credit(5), debit(1)], { key: credits, mode: "each" });
  expect([refused.status, refused.json.error]).toEqual([403, "forbidden"]);
  expect(refused.json.message).toContain("debit");
  expect(entries()).toBe(1);
});

test("1,000 items with the longest members fit", async () => {
  const long = "x".repeat(64);
  const items = Array.from({ length: 1_000 }, (_, index) =>
    credit(1, { reason: long, source: long, idempotency_key: `${index}-`.padEnd(255, "k") }),
  );
  const answer = await batch(items);
  expect([answer.status, answer.json.applied, await balance()]).toEqual([200, 1_000, 1_000]);
});

test("the sandbox's batch writes into the sandbox", async () => {
  const sandbox = await world.createKey("acme", "sandbox");
  const path = "/api/partner/sandbox/salutes/batch";
  const body = { items: [credit(5, { user_id: 1, idempotency_key: "order-1" }), debit(1, { user_id: 1 })] };
  const answer = await world.call("POST", path, { key: sandbox, body });
  expect([answer.status, answer.json.mode, answer.json.batch_mode, answer.json.applied]).toEqual([
    200,
    "sandbox",
    "atomic",
    2,
  ]);
  const call = { user_id: 1, amount: 5, reason: "quest" };
  const again = await world.call("POST", "/api/partner/sandbox/salutes/credit", {
    key: sandbox,
    body: call,
    idempotencyKey: "order-1",
  });
  expect([again.status, again.json.error, entries()]).toEqual([409, "idempotency_replay", 0]);
});

test("random batches and calls keep the books: every invariant holds, and balances are those of a model", async () => {
  const users = ["ext:zoe", "ext:max", "ext:nobody"];
  const item = fc.record({
    isCredit: fc.boolean(),
    user: fc.constantFrom(...users),
    cents: fc.integer({ min: -1, max: 400 }),
    key: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  });
  const step = fc.record({ items: fc.array(item, { minLength: 1, maxLength: 6 }), isAtomic: fc.boolean() });
  const model = new Map([
    ["ext:zoe", 0],
    ["ext:max", 0],
  ]);
  const known = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
      for (const { items, isAtomic } of steps) {
        const [balances, keys] = [new Map(model), new Map(known)];
        const expected = items.map(({ isCredit, user, cents, key: number }) => {
          const own = number === undefined ? undefined : `order-${number}`;
          const text = JSON.stringify([isCredit, user, cents]);
          const before = balances.get(user);
          if (cents < 1) return "refused";
          if (own !== undefined && keys.has(own)) return keys.get(own) === text ? "replayed" : "refused";
          const after = (before ?? 0) + (isCredit ? cents : -cents);
          if (before === undefined || after < 0) return "refused";
          balances.set(user, after);
          if (own !== undefined) keys.set(own, text);
          return "applied";
        });
        const isRefused = isAtomic && expected.includes("refused");
        const answer = await batch(
          items.map(({ isCredit, user, cents, key: number }) => ({
            operation: isCredit ? "credit" : "debit",
            user_id: user,
            amount: cents / 100,
            reason: "quest",
            ...(number === undefined ? {} : { idempotency_key: `order-${number}` }),
          })),
          { mode: isAtomic ? "atomic" : "each" },
        );
        expect(verdicts(answer).map(([status]) => status)).toEqual(
          isRefused ? expected.map((each) => (each === "applied" ? "refused" : each)) : expected,
        );
        if (isRefused) continue;
        for (const [user, cents] of balances) model.set(user, cents);
        for (const [own, text] of keys) known.set(own, text);
      }
    }),
    { numRuns: 40 },
  );
  for (const [user, cents] of model) expect(await balance(user)).toBe(cents / 100);
  expect(broken(world)).toEqual([]);
});
