import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { NO_LIMIT, readDifferently, SANDBOX } from "../twins/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const report = async (query = "") =>
  (await world.call("GET", `${SANDBOX}/promotion-report${query}`, { key })).json;
const passed = async () =>
  (await report()).checks
    .filter((check: { passed: boolean }) => check.passed)
    .map((check: { name: string }) => check.name);
const credit = (options = {}) =>
  world.call("POST", `${SANDBOX}/salutes/credit`, {
    key,
    body: { user_id: 1, amount: 1, reason: "quest" },
    ...options,
  });
const read = () => world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key });

describe("promotion-report", () => {
  test("lists every check with evidence, or with how to pass it; nothing is shown at first", async () => {
    const { checks, ready, passed_count, checks_count, promotion_policy } = await report();
    expect(checks.map((check: { name: string }) => check.name)).toEqual([
      "signed_read",
      "credit",
      "debit",
      "replay_refused",
      "idempotency_shown",
      "webhook_registered",
      "signature_verified",
      "replay_exercised",
      "error_rate",
    ]);
    expect([ready, passed_count, checks_count, promotion_policy]).toEqual([
      false,
      0,
      9,
      "sandbox_to_live_manual_approval",
    ]);
    for (const { passed, evidence, how_to_pass } of checks) {
      expect([passed, evidence]).toEqual([false, null]);
      expect(how_to_pass.length).toBeGreaterThan(20);
    }
  });

  test("a key with few scopes is judged by what they allow", async () => {
    key = await world.createKey("acme", "sandbox", { scopes: ["read", "ledger"] });
    await readDifferently(world, key);
    const { checks, ready, not_judged, checks_count } = await report();
    expect(checks.map(({ name }: { name: string }) => name)).toEqual(["signed_read", "error_rate"]);
    expect([ready, checks_count, not_judged.length]).toEqual([true, 2, 7]);
    expect(not_judged[0]).toEqual({ name: "credit", scopes: ["credit"] });
    key = await world.createKey("acme", "sandbox", { scopes: ["credit"] });
    const credits = await report();
    expect(credits.checks.map(({ name }: { name: string }) => name)).toEqual([
      "signed_read",
      "credit",
      "replay_refused",
      "idempotency_shown",
      "error_rate",
    ]);
    expect(credits.ready).toBe(false);
  });

  test("counts a request as soon as it was answered", async () => {
    await read();
    expect(await passed()).toEqual(["signed_read"]);
    const made = await credit();
    await world.call("POST", `${SANDBOX}/salutes/debit`, {
      key,
      body: { user_id: 1, amount: 1, reason: "shop" },
    });
    expect(await passed()).toEqual(["signed_read", "credit", "debit"]);
    const { checks } = await report();
    expect(checks[1].evidence).toMatchObject({
      seen_at: "2026-11-21T10:00:00.000Z",
      request_id: made.headers.get("x-request-id"),
      method: "POST",
      path: `${SANDBOX}/salutes/credit`,
      count: 1,
    });
  });

  test("a replayed nonce and a repeated intent are evidence, and no failures", async () => {
    const nonce = "ab".repeat(16);
    await credit({ nonce, idempotencyKey: "one" });
    expect((await credit({ nonce, idempotencyKey: "two" })).json.error).toBe("replay_detected");
    expect((await credit({ idempotencyKey: "one" })).json.error).toBe("idempotency_replay");
    expect(await passed()).toEqual(["credit", "replay_refused", "idempotency_shown"]);
    expect((await report()).error_rate).toMatchObject({ errors: 0 });
  });

  test("what failed shows nothing", async () => {
    await credit({ body: { user_id: 99, amount: 1, reason: "quest" } });
    await world.call("GET", `${SANDBOX}/users/99`, { key });
    await world.call("GET", `${SANDBOX}/verify`, { key: { ...key, secret: "wrong" } });
    expect(await passed()).toEqual([]);
  });

  describe("the error rate", () => {
    const rate = async () => (await report()).error_rate;
    const refusedForScope = () => world.call("POST", "/api/partner/sandbox/salutes/debit", { key });

    test("counts no refusals of the request's own input, which may be tested on purpose", async () => {
      await readDifferently(world, key);
      const refusals = [
        await credit({ body: { user_id: 1 } }),
        await credit({ body: "no JSON" }),
        await credit({ idempotencyKey: null }),
        await credit({ headers: { "content-type": "text/plain" } }),
        await world.call("GET", `${SANDBOX}/users/99`, { key }),
        await world.call("POST", `${SANDBOX}/salutes/debit`, {
          key,
          body: { user_id: 1, amount: 1e9, reason: "shop" },
        }),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 415, 404, 409]);
      expect(await rate()).toEqual({
        requests: 5,
        errors: 0,
        operations: 5,
        min_operations: 5,
        error_rate_pct: 0,
        max_error_rate_pct: 5,
      });
      expect(await passed()).toEqual(["signed_read", "error_rate"]);
    });

    test("counts no refusals of routes that the sandbox lacks", async () => {
      await readDifferently(world, key);
      for (const path of ["/api/partner/status", "/api/salutes/balance?user_id=1"])
        expect((await world.call("GET", path, { key })).status).toBe(403);
      expect(await rate()).toMatchObject({ requests: 5, errors: 0 });
    });

    test("needs different operations: a hundred equal reads pass nothing", async () => {
      for (let i = 0; i < 100; i++) await read();
      expect(await rate()).toMatchObject({ requests: 100, errors: 0, operations: 1 });
      expect(await passed()).toEqual(["signed_read"]);
    });

    test("is that of the last 100 counted requests, and must be under 5 %", async () => {
      key = await world.createKey("acme", "sandbox", { scopes: ["read", "ledger"] });
      for (let i = 0; i < 5; i++) expect((await refusedForScope()).status).toBe(403);
      for (let i = 0; i < 90; i++) await read();
      await readDifferently(world, key);
      expect(await rate()).toMatchObject({ requests: 100, errors: 5, operations: 5, error_rate_pct: 5 });
      // The report itself was one more request that succeeded: the first failure is forgotten.
      expect(await rate()).toMatchObject({ requests: 100, errors: 4, error_rate_pct: 4 });
      expect(await passed()).toEqual(["signed_read", "error_rate"]);
    });
  });

  test("evidence counts for 30 days", async () => {
    await credit();
    world.clock.advance(30 * DAY_MS);
    expect(await passed()).toEqual(["credit"]);
    world.clock.advance(1);
    expect(await passed()).toEqual(["signed_read"]);
  });

  test("is of the key that asks, and outlives a reset and a restart", async () => {
    await credit();
    const other = await world.createKey("acme", "sandbox");
    const theirs = await world.call("GET", `${SANDBOX}/promotion-report`, { key: other });
    expect(theirs.json.passed_count).toBe(0);
    await world.services.sandboxFiles.reset("acme");
    await world.restart();
    expect(await passed()).toEqual(["credit"]);
  });

  test("shows the newest sandbox entries, of one user where one is named", async () => {
    await credit();
    const all = await report("?limit=2");
    expect(all.recent_entries.map((entry: { id: number }) => entry.id)).toEqual([5, 4]);
    const one = await report("?user_id=ext:practice-zoe");
    expect(one.recent_entries.map((entry: { user_id: string }) => entry.user_id)).toEqual(["2"]);
    expect(one.query).toEqual({ user_id: "ext:practice-zoe", limit: 50 });
    expect((await world.call("GET", `${SANDBOX}/promotion-report?user_id=99`, { key })).status).toBe(404);
  });

  test("evidence is deleted by retention once it counts no more", async () => {
    const { retention } = await import("../../../harness/app/jobs.ts");
    await credit();
    await world.services.evidence.flush();
    const count = () =>
      world.services.sandbox.read.get<{ n: number }>(
        "SELECT (SELECT COUNT(*) FROM promotion_evidence) + (SELECT COUNT(*) FROM recent_requests) AS n",
      )?.n;
    expect(count()).toBe(2);
    world.clock.advance(30 * DAY_MS + 1);
    await retention.run(world.services, new AbortController().signal);
    expect(count()).toBe(0);
  });
});
