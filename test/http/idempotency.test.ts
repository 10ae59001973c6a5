import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { partner, writeOperation } from "../../src/http/operation.ts";
import { DAY_MS } from "../../src/kit/clock.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { purgeExpired } from "../../src/modules/platform/idempotency/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { type CallOptions, createWorld, type World } from "../harness/app/world.ts";

/** The idempotency rules of contract section 4, clause by clause. */

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const good = () => ({ user_id: userId, amount: 5, reason: "quest" });
const credit = (options: CallOptions = {}) =>
  world.call("POST", "/api/salutes/credit", { key, body: good(), idempotencyKey: "order-1", ...options });
const balance = async () =>
  (await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance;
const count = (table: string) =>
  world.services.live.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;

describe("its form", () => {
  test("missing: 400 idempotency_key_required naming the header", async () => {
    const answer = await credit({ idempotencyKey: null });
    expect([answer.status, answer.json.error]).toEqual([400, "idempotency_key_required"]);
    expect(answer.json.details).toEqual([{ field: "Idempotency-Key", message: "is required" }]);
  });

  test.each([
    ["256 characters", "k".repeat(256)],
    ["a blank inside", "a b"],
    ["a character beyond ASCII", "caf\u00e9"],
    ["a tab inside", "a\tb"],
  ])("%s: 400 invalid_payload naming the header", async (_, idempotencyKey) => {
    const answer = await credit({ idempotencyKey });
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      "Idempotency-Key",
    ]);
    expect(await balance()).toBe(0);
  });

  test("lengths of 1 to 255 visible characters are accepted and stored unchanged", async () => {
    for (const idempotencyKey of ["!", `~${"k".repeat(254)}`]) {
      expect((await credit({ idempotencyKey })).json.idempotency_key).toBe(idempotencyKey);
    }
  });
});

describe("the same key and payload", () => {
  test("returns the original answer and changes nothing: no entry, event or balance", async () => {
    const first = await credit();
    const before = [count("ledger_entries"), count("events"), await balance()];
    world.clock.advance(1_000);
    const again = await credit();
    expect([again.status, again.json.error, again.json.retry_class]).toEqual([
      409,
      "idempotency_replay",
      "safe_no_op",
    ]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.json.original).toEqual({
      status: 200,
      created_at_utc: "2026-11-21T10:00:00.000Z",
      body: first.json,
    });
    expect([count("ledger_entries"), count("events"), await balance()]).toEqual(before);
  });

  test("a 201 is repeated; the original answer is unchanged, even if the user has changed", async () => {
    const create = () =>
      world.call("POST", "/api/partner/users", {
        key,
        body: { external_id: "max" },
        idempotencyKey: "user-1",
      });
    const first = await create();
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET display_name = 'Later'"));
    const again = await create();
    expect([first.status, again.status, again.json.original.status]).toEqual([201, 409, 201]);
    expect(again.json.original.body).toEqual(first.json);
  });

  test("from another key of the same partner is the same intent; from another partner it is not", async () => {
    await credit();
    expect((await credit({ key: await world.createKey("acme") })).json.error).toBe("idempotency_replay");
    const other = await world.createKey("globex");
    const otherUser = await world.createUser(other, "zoe");
    const answer = await credit({ key: other, body: { ...good(), user_id: otherUser } });
    expect(answer.status).toBe(200);
  });

  test("is still known after a restart", async () => {
    await credit();
    await world.restart();
    expect((await credit()).json.error).toBe("idempotency_replay");
  });

  test("20 concurrent requests commit once, and the others get the same answer", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit()));
    const committed = answers.filter((answer) => answer.status === 200);
    expect(committed).toHaveLength(1);
    for (const answer of answers.filter((each) => each.status !== 200)) {
      expect(answer.json.original.body).toEqual(committed[0]?.json);
    }
    expect(await balance()).toBe(5);
  });

  test("a recorded body does not contain meta, which is per request", async () => {
    const target = "/api/salutes/credit?include_meta=1";
    const first = await world.call("POST", target, { key, body: good(), idempotencyKey: "order-1" });
    expect(first.json.meta.request_id).toBe(first.headers.get("x-request-id"));
    const again = await world.call("POST", target, { key, body: good(), idempotencyKey: "order-1" });
    expect(again.json.original.body.meta).toBeUndefined();
  });
});

describe("the same key with another payload is 409 idempotency_conflict", () => {
  test.each([
    ["another amount", "/api/salutes/credit", () => ({ ...good(), amount: 6 })],
    ["a number as text", "/api/salutes/credit", () => ({ ...good(), user_id: String(userId) })],
    ["another route", "/api/salutes/debit", good],
    ["another target of the same route", "/api/salutes/credit?include_meta=1", good],
  ] as const)("%s", async (_, target, body) => {
    await credit();
    const other = await world.call("POST", target, { key, body: body(), idempotencyKey: "order-1" });
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
    expect(other.headers.get("idempotency-replayed")).toBeNull();
    expect(await balance()).toBe(5);
  });
});

describe("only committed outcomes are recorded; a refusal does not use the key", () => {
  test.each([
    ["400", () => credit({ body: { ...good(), amount: -1 } })],
    ["404", () => credit({ body: { ...good(), user_id: 99 } })],
    ["409", () => world.call("POST", "/api/salutes/debit", { key, body: good(), idempotencyKey: "order-1" })],
    ["415", () => credit({ headers: { "content-type": "text/plain" } })],
  ] as const)("%s", async (status, refused) => {
    expect(String((await refused()).status)).toBe(status);
    expect([count("idempotency_records"), count("ledger_answers")]).toEqual([1, 0]);
    expect((await credit()).status).toBe(200);
  });
});

describe("retention", () => {
  const purge = (atMs: number) =>
    world.services.live.writer.run((tx) =>
      purgeExpired(tx, { noncesBefore: atMs, recordsBefore: atMs - 30 * DAY_MS, chunk: 100 }),
    );

  test("a ledger entry keeps its reference for ever, so that replay and conflict are still distinguished after the purge", async () => {
    const first = await credit();
    world.clock.advance(30 * DAY_MS + 1);
    expect(await purge(world.clock.now())).toBeGreaterThan(0);
    expect(count("ledger_answers")).toBe(0);
    const again = await credit();
    expect([again.status, again.json.error, again.headers.get("idempotency-replayed")]).toEqual([
      409,
      "idempotency_replay",
      "true",
    ]);
    expect(again.json.original).toEqual({
      status: 200,
      created_at_utc: "2026-11-21T10:00:00.000Z",
      body: null,
      ledger_entry_id: first.json.ledger_entry_id,
    });
    expect((await credit({ body: { ...good(), amount: 6 } })).json.error).toBe("idempotency_conflict");
    const elsewhere = await world.call("POST", "/api/partner/users", {
      key,
      body: { external_id: "max" },
      idempotencyKey: "order-1",
    });
    expect(elsewhere.json.error).toBe("idempotency_conflict");
    expect(await balance()).toBe(5);
  });

  test("outcomes without an entry are purged, and the key can be used again", async () => {
    const create = (externalId: string) =>
      world.call("POST", "/api/partner/users", {
        key,
        body: { external_id: externalId },
        idempotencyKey: "user-1",
      });
    expect((await create("max")).status).toBe(201);
    world.clock.advance(30 * DAY_MS + 1);
    await purge(world.clock.now());
    expect((await create("moritz")).status).toBe(201);
  });

  test("a purge deletes only expired records, in chunks", async () => {
    for (const order of ["a", "b", "c"]) await credit({ idempotencyKey: order });
    world.clock.advance(29 * DAY_MS);
    await credit({ idempotencyKey: "young" });
    world.clock.advance(DAY_MS + 1);
    const noncesBefore = world.clock.now() - DAY_MS - 1;
    const recordsBefore = world.clock.now() - 30 * DAY_MS;
    const chunk = () =>
      world.services.live.writer.run((tx) =>
        purgeExpired(tx, { noncesBefore: noncesBefore - 1, recordsBefore, chunk: 2 }),
      );
    expect(await chunk()).toBe(5);
    expect(await chunk()).toBe(3);
    expect(await chunk()).toBe(0);
    const kept = "SELECT idempotency_key FROM ledger_answers JOIN ledger_entries ON id = entry_id";
    expect(world.services.live.read.all(kept)).toEqual([{ idempotency_key: "young" }]);
  });
});

describe("secrets are shown once", () => {
  const operation = writeOperation({
    id: "makeSecret",
    method: "POST",
    path: "/api/partner/secrets",
    group: "test",
    summary: "Make a secret",
    access: partner("credit"),
    response: Type.Object({ hook: Type.Unknown(), note: Type.String() }),
    write: () => ({
      hook: { secret: "whsec_hush", nested: [{ secret: "whsec_hush" }] },
      note: "whsec is a prefix",
    }),
  });

  test("metadata of that name is the partner's, and stays in replays", async () => {
    const first = await credit({ body: { ...good(), metadata: { secret: "s3", order: "7" } } });
    const again = await credit({ body: { ...good(), metadata: { secret: "s3", order: "7" } } });
    expect(first.json.metadata).toEqual({ secret: "s3", order: "7" });
    expect(again.json.original.body).toEqual(first.json);
  });

  test("the answer contains it; the record and every replay contain secret:null, secret_shown:true", async () => {
    const call = () => callCustom(world, operation, { key, idempotencyKey: "secret-1" });
    expect((await call()).json.hook.secret).toBe("whsec_hush");
    const again = await call();
    expect(again.json.original.body).toEqual({
      success: true,
      hook: { secret: null, secret_shown: true, nested: [{ secret: null, secret_shown: true }] },
      note: "whsec is a prefix",
    });
    expect(
      JSON.stringify(world.services.live.read.all("SELECT body FROM idempotency_records")),
    ).not.toContain("whsec_hush");
  });
});
