import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { NONCE_WINDOW_MS, NonceMemory } from "../../src/http/mutation.ts";
import { partner, writeOperation } from "../../src/http/operation.ts";
import { adjustKey, type IssuedKey } from "../../src/modules/access/keys/index.ts";
import { switchSafeMode } from "../../src/modules/platform/state/index.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { newNonce } from "../harness/app/signing.ts";
import { type CallOptions, createWorld, type World } from "../harness/app/world.ts";

/** The nonce rules of contract section 4, clause by clause. */

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
  world.call("POST", "/api/salutes/credit", { key, body: good(), ...options });
const debit = (options: CallOptions = {}) =>
  world.call("POST", "/api/salutes/debit", { key, body: good(), ...options });
const setSafeMode = (reason: string | null) =>
  world.services.live.writer.run((tx) => switchSafeMode(tx, { kind: "command", name: "test" }, reason));

describe("its form", () => {
  test("missing: 400 nonce_required naming the header, and nothing happens", async () => {
    const answer = await credit({ nonce: null });
    expect([answer.status, answer.json.error]).toEqual([400, "nonce_required"]);
    expect(answer.json.details).toEqual([{ field: "X-Partner-Nonce", message: "is required" }]);
    expect(world.services.live.read.get("SELECT count(*) AS n FROM ledger_entries")).toEqual({ n: 0 });
  });

  test.each([
    ["15 digits", "a".repeat(15)],
    ["129 digits", "a".repeat(129)],
    ["no hex", "g".repeat(32)],
    ["a UUID with hyphens", "0d5b1a1e-2a74-4f5e-8f1c-6f1b0f3d9a10"],
  ])("%s: 400 invalid_payload naming the header", async (_, nonce) => {
    const answer = await credit({ nonce });
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      "X-Partner-Nonce",
    ]);
  });

  test("lengths of 16 to 128 digits are accepted", async () => {
    expect((await credit({ nonce: "0123456789abcdef" })).status).toBe(200);
    expect((await credit({ nonce: "0123456789ABCDEF".repeat(8) })).status).toBe(200);
  });
});

describe("every answer from the nonce step on uses the nonce", () => {
  test.each([
    ["a success", 200, (nonce: string) => credit({ nonce })],
    ["an invalid body", 400, (nonce: string) => credit({ nonce, body: { amount: -1 } })],
    ["a body that is not JSON", 400, (nonce: string) => credit({ nonce, body: "{" })],
    [
      "a body with another content type",
      415,
      (nonce: string) => credit({ nonce, headers: { "content-type": "text/plain" } }),
    ],
    [
      "an unknown parameter",
      400,
      (nonce: string) => world.call("POST", "/api/salutes/credit?x=1", { key, body: good(), nonce }),
    ],
    ["no Idempotency-Key", 400, (nonce: string) => credit({ nonce, idempotencyKey: null })],
    ["an unknown user", 404, (nonce: string) => credit({ nonce, body: { ...good(), user_id: 99 } })],
    ["a conflicting state", 409, (nonce: string) => debit({ nonce })],
  ] as const)("%s (%i)", async (_, status, first) => {
    const nonce = newNonce();
    expect((await first(nonce)).status).toBe(status);
    const second = await credit({ nonce });
    expect([second.status, second.json.error, second.json.retry_class]).toEqual([
      409,
      "replay_detected",
      "retryable",
    ]);
    expect((await credit()).status).toBe(200);
  });

  test("safe mode (503)", async () => {
    const nonce = newNonce();
    await setSafeMode("a drill");
    expect((await credit({ nonce })).status).toBe(503);
    await setSafeMode(null);
    expect((await credit({ nonce })).json.error).toBe("replay_detected");
  });

  test("a replay and a conflict (409)", async () => {
    await credit({ idempotencyKey: "order-1" });
    for (const amount of [5, 6]) {
      const nonce = newNonce();
      const refused = await credit({ nonce, idempotencyKey: "order-1", body: { ...good(), amount } });
      expect(refused.json.error).toBe(amount === 5 ? "idempotency_replay" : "idempotency_conflict");
      expect((await credit({ nonce })).json.error).toBe("replay_detected");
    }
  });
});

describe("an answer before the nonce step does not use the nonce", () => {
  test.each([
    [
      "a wrong signature",
      401,
      (nonce: string) => credit({ nonce, key: { ...key, secret: "sk_live_wrong" } }),
    ],
    ["a body too large", 413, (nonce: string) => credit({ nonce, body: `{"a":"${"x".repeat(300_000)}"}` })],
    ["a malformed nonce", 400, () => credit({ nonce: "xyz" })],
  ] as const)("%s (%i)", async (_, status, first) => {
    const nonce = newNonce();
    expect((await first(nonce)).status).toBe(status);
    expect((await credit({ nonce })).status).toBe(200);
  });

  test("a missing scope (403) and a rate limit (429)", async () => {
    const nonce = newNonce();
    const adjust = (adjustments: Omit<Parameters<typeof adjustKey>[2], "keyId">) =>
      world.services.live.writer.run((tx) =>
        adjustKey(tx, { kind: "command", name: "test" }, { keyId: key.key_id, ...adjustments }),
      );
    await adjust({ scopes: ["read"] });
    expect((await credit({ nonce })).status).toBe(403);
    await adjust({ scopes: ["credit"], rateLimitPerMinute: 1 });
    expect((await credit({ nonce })).status).toBe(429);
    await adjust({ rateLimitPerMinute: 0 });
    expect((await credit({ nonce })).status).toBe(200);
  });
});

describe("a second use", () => {
  test("with the Idempotency-Key and payload of a committed record answers idempotency_replay", async () => {
    const options = { nonce: newNonce(), idempotencyKey: "order-1" };
    const first = await credit(options);
    const second = await credit(options);
    expect([second.status, second.json.error]).toEqual([409, "idempotency_replay"]);
    expect(second.json.original.body).toEqual(first.json);
    const other = await credit({ ...options, body: { ...good(), amount: 6 } });
    expect(other.json.error).toBe("replay_detected");
    const another = await credit({ ...options, idempotencyKey: "order-2" });
    expect(another.json.error).toBe("replay_detected");
  });

  test("is case-insensitive", async () => {
    expect((await credit({ nonce: "abcdef0123456789" })).status).toBe(200);
    expect((await credit({ nonce: "ABCDEF0123456789" })).json.error).toBe("replay_detected");
    expect((await credit({ nonce: "fedcba0123456789", body: {} })).status).toBe(400);
    expect((await credit({ nonce: "FEDCBA0123456789" })).json.error).toBe("replay_detected");
  });

  test("with another key is a first use, as nonces are per key id", async () => {
    const nonce = newNonce();
    expect((await credit({ nonce })).status).toBe(200);
    expect((await credit({ nonce, key: await world.createKey("acme") })).status).toBe(200);
  });

  test.each([
    ["a committed one", good],
    ["a refused one", () => ({})],
    ["a request refused by the handler", () => ({ ...good(), user_id: 99 })],
  ])("of %s can be reused after exactly 15 minutes", async (_, body) => {
    const [early, late] = [newNonce(), newNonce()];
    for (const nonce of [early, late]) await credit({ nonce, body: body() });
    world.clock.advance(NONCE_WINDOW_MS - 1);
    expect((await credit({ nonce: early })).json.error).toBe("replay_detected");
    world.clock.advance(1);
    expect((await credit({ nonce: late })).status).toBe(200);
  });

  test("20 concurrent uses: one is accepted", async () => {
    const nonce = newNonce();
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit({ nonce })));
    expect(answers.map((answer) => answer.json.error ?? "none").sort()).toEqual([
      "none",
      ...new Array(19).fill("replay_detected"),
    ]);
  });
});

describe("a restart", () => {
  test("does not release a nonce that reached the handler, as it is committed with or without a change", async () => {
    const [committed, refused, early] = [newNonce(), newNonce(), newNonce()];
    expect((await credit({ nonce: committed })).status).toBe(200);
    expect((await debit({ nonce: refused, body: { ...good(), amount: 50 } })).status).toBe(409);
    expect((await credit({ nonce: early, body: {} })).status).toBe(400);
    await world.restart();
    expect((await credit({ nonce: committed })).json.error).toBe("replay_detected");
    expect((await credit({ nonce: refused })).json.error).toBe("replay_detected");
    expect((await credit({ nonce: early })).status).toBe(200);
  });
});

describe("on a read", () => {
  test("a nonce is signed but not stored", async () => {
    const nonce = newNonce();
    const read = (headers = {}) =>
      world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key, nonce, headers });
    expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
    expect((await read({ "x-partner-nonce": newNonce() })).status).toBe(401);
    expect((await credit({ nonce })).status).toBe(200);
  });
});

describe("in the sandbox", () => {
  const operation = writeOperation({
    id: "sandboxTry",
    method: "POST",
    path: "/api/partner/sandbox/try",
    group: "sandbox",
    summary: "Try",
    access: partner("credit", { mode: "sandbox" }),
    response: Type.Object({ tried: Type.Boolean() }),
    write: () => ({ tried: true }),
  });

  test("it is optional, and accepted once if sent", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const tryNonce = (nonce: string | null) => callCustom(world, operation, { key: sandboxKey, nonce });
    expect((await tryNonce(null)).status).toBe(200);
    const nonce = newNonce();
    expect((await tryNonce(nonce)).status).toBe(200);
    expect((await tryNonce(nonce)).json.error).toBe("replay_detected");
    expect((await tryNonce("xyz")).json.details[0].field).toBe("X-Partner-Nonce");
  });

  test("PARTNER_NONCE_REQUIRED=1 requires it", async () => {
    const strict = await createWorld({ PARTNER_NONCE_REQUIRED: "1" });
    const sandboxKey = await strict.createKey("acme", "sandbox");
    const answer = await callCustom(strict, operation, { key: sandboxKey, nonce: null });
    expect(answer.json.error).toBe("nonce_required");
    await strict.close();
  });
});

const OWNER = { keyId: "pk_live_1", partner: "acme", mode: "live", sandbox: null } as const;

describe("the memory for nonces of refused requests is bounded", () => {
  test("per partner: one that fills its share under several keys leaves room for others", () => {
    const memory = new NonceMemory(new ManualClock(), 10, 2);
    expect(memory.reserve(OWNER, "a")).toBe(true);
    expect(memory.reserve({ ...OWNER, keyId: "pk_live_2" }, "a")).toBe(true);
    expect(() => memory.reserve({ ...OWNER, keyId: "pk_live_3" }, "a")).toThrow("too many refused requests");
    expect(memory.reserve({ ...OWNER, keyId: "pk_live_4", partner: "other" }, "a")).toBe(true);
    expect(memory.reserve({ ...OWNER, keyId: "pk_sandbox_1", mode: "sandbox" }, "a")).toBe(true);
    memory.release(OWNER, "a");
    expect(memory.reserve(OWNER, "b")).toBe(true);
  });

  test("a key's nonce is another one in each named sandbox", () => {
    const memory = new NonceMemory(new ManualClock());
    const inSandbox = (sandbox: string | null) => ({ ...OWNER, mode: "sandbox", sandbox }) as const;
    const reserved = ["ci-1", "ci-2", null, "ci-1"].map((name) => memory.reserve(inSandbox(name), "a"));
    expect(reserved).toEqual([true, true, true, false]);
  });

  test("when it is full, requests get 429 until the oldest expire", async () => {
    const clock = new ManualClock();
    const memory = new NonceMemory(clock, 2);
    expect([memory.reserve(OWNER, "a"), memory.reserve(OWNER, "b"), memory.reserve(OWNER, "a")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => memory.reserve(OWNER, "c")).toThrow("too many refused requests");
    clock.advance(NONCE_WINDOW_MS);
    expect(memory.reserve(OWNER, "c")).toBe(true);
  });

  test("over HTTP: 429 rate_limited with Retry-After, no changes, and reads keep working", async () => {
    world.services.http.nonces = new NonceMemory(world.clock, 1);
    expect((await credit({ body: {} })).status).toBe(400);
    const answer = await credit();
    expect([answer.status, answer.json.error, answer.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "60",
    ]);
    expect((await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance).toBe(0);
  });

  test("commits use none of it", async () => {
    world.services.http.nonces = new NonceMemory(world.clock, 1);
    for (let i = 0; i < 3; i++) expect((await credit()).status).toBe(200);
  });

  test("refusals by the handler use none of it either: their commit holds the nonce", async () => {
    world.services.http.nonces = new NonceMemory(world.clock, 1);
    const debit = (nonce: string) => world.call("POST", "/api/salutes/debit", { key, body: good(), nonce });
    const nonces = [newNonce(), newNonce(), newNonce()];
    for (const nonce of nonces) expect((await debit(nonce)).json.error).toBe("insufficient_balance");
    for (const nonce of nonces) {
      expect((await debit(nonce)).json.error).toBe("replay_detected");
      world.services.http.nonces = new NonceMemory(world.clock, 1);
    }
  });
});
