import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { anyone, partner, readOperation } from "../../src/http/operation.ts";
import { createRateLimiter } from "../../src/http/rate-limit.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/kit/clock.ts";
import { adjustKey, type IssuedKey } from "../../src/modules/access/keys/index.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Rate limits and their headers (contract section 5). */

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({
    PARTNER_RATE_LIMIT_PER_MINUTE: "5",
    PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "2",
    RATE_LIMIT_WEBHOOK_PER_MIN: "3",
    RATE_LIMIT_PUBLIC_API_PER_MIN: "2",
    RATE_LIMIT_PAGES_PER_MIN: "4",
    RATE_LIMIT_FAILED_AUTH_PER_MIN: "3",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const ACTOR = { kind: "command", name: "test" } as const;
const TARGET = "/api/salutes/ledger?limit=1";
const read = (options = {}) => world.call("GET", TARGET, { key, ...options });
const limitOf = (headers: Headers) =>
  [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "ratelimit-policy",
    "ratelimit",
    "retry-after",
  ].map((name) => headers.get(name));
const RESET = Date.UTC(2026, 10, 21, 10, 1, 0) / 1000;

function openRead(id: string, access: Parameters<typeof readOperation>[0]["access"]) {
  const response = Type.Object({ ok: Type.Boolean() });
  return readOperation({
    id,
    method: "GET",
    path: `/test/${id}`,
    group: "test",
    summary: id,
    access,
    response,
    read: () => ({ ok: true }),
  });
}
const publicRead = openRead("public", anyone());
const page = openRead("page", anyone("pages"));
const uncounted = openRead("health", anyone(null));
const webhooksRead = openRead("webhooks", partner("webhooks", { limit: "partner_webhooks" }));
const sandboxRead = openRead("sandboxRead", partner("read", { mode: "sandbox" }));
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

describe("a key's window", () => {
  test("headers count down, then 429 with Retry-After, then a new minute", async () => {
    world.clock.advance(20_500);
    expect(limitOf((await read()).headers)).toEqual([
      "5",
      "4",
      String(RESET),
      '"partner_key";q=5;w=60',
      '"partner_key";r=4;t=40',
      null,
    ]);
    for (let i = 0; i < 3; i++) await read();
    expect((await read()).headers.get("x-ratelimit-remaining")).toBe("0");
    const refused = await read();
    expect([refused.status, refused.json.error, refused.json.retry_class]).toEqual([
      429,
      "rate_limited",
      "retry_after",
    ]);
    expect(limitOf(refused.headers)).toEqual([
      "5",
      "0",
      String(RESET),
      '"partner_key";q=5;w=60',
      '"partner_key";r=0;t=40',
      "40",
    ]);
    world.clock.advance(39_499);
    expect((await read()).headers.get("retry-after")).toBe("1");
    world.clock.advance(1);
    const next = await read();
    expect([
      next.status,
      next.headers.get("x-ratelimit-remaining"),
      next.headers.get("x-ratelimit-reset"),
    ]).toEqual([200, "4", String(RESET + 60)]);
  });

  test("refusals count too, including a wrong mode or scope; unauthenticated requests do not", async () => {
    await world.services.live.writer.run((tx) =>
      adjustKey(tx, ACTOR, { keyId: key.key_id, scopes: ["read"] }),
    );
    for (let i = 0; i < 3; i++) await read({ key: { ...key, secret: "sk_wrong" } });
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await read()).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test("is per key, not per partner or address", async () => {
    const other = await world.createKey("acme");
    for (let i = 0; i < 6; i++) await read();
    expect([(await read()).status, (await read({ key: other })).status]).toEqual([429, 200]);
  });

  test("a key's own limit overrides the configured one; 0 disables it", async () => {
    const set = (rateLimitPerMinute: number | null) =>
      world.services.live.writer.run((tx) => adjustKey(tx, ACTOR, { keyId: key.key_id, rateLimitPerMinute }));
    await set(1);
    expect([(await read()).status, (await read()).status]).toEqual([200, 429]);
    await set(0);
    const free = await read();
    expect([free.status, ...limitOf(free.headers)]).toEqual([200, null, null, null, null, null, null]);
    await set(null);
    expect((await read()).headers.get("x-ratelimit-limit")).toBe("5");
  });

  test("sandbox keys have their own limit", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const statuses = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await callCustom(world, sandboxRead, { key: sandboxKey })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("two applicable limits", () => {
  test("the headers show the more restrictive one, which also refuses", async () => {
    const hooks = () => callCustom(world, webhooksRead, { key });
    expect(limitOf((await hooks()).headers).slice(0, 2)).toEqual(["3", "2"]);
    await read();
    await read();
    await read();
    const last = await hooks();
    expect([last.status, ...limitOf(last.headers).slice(0, 2)]).toEqual([200, "5", "0"]);
    expect((await hooks()).status).toBe(429);
  });

  test("the webhooks limit refuses even below the key's limit", async () => {
    const hooks = () => callCustom(world, webhooksRead, { key });
    for (let i = 0; i < 3; i++) expect((await hooks()).status).toBe(200);
    const refused = await hooks();
    expect([refused.status, ...limitOf(refused.headers).slice(0, 2)]).toEqual([429, "3", "0"]);
    expect((await read()).status).toBe(200);
  });
});

describe("public routes count by address", () => {
  const get = (address: string, operation = publicRead) => callCustom(world, operation, from(address));

  test("IPv4 by address, IPv6 by /64 in any notation", async () => {
    const statuses = async (...addresses: string[]) => {
      const all = [];
      for (const address of addresses) all.push((await get(address)).status);
      return all;
    };
    expect(await statuses("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")).toEqual([200, 200, 429, 200]);
    expect(await statuses("::ffff:192.0.2.1", "::ffff:c000:201")).toEqual([429, 429]);
    expect(
      await statuses("2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:db8:1:2::3", "2001:db8:1:3::1"),
    ).toEqual([200, 200, 429, 200]);
  });

  test("pages and API have separate windows; health checks are not counted", async () => {
    for (let i = 0; i < 3; i++) await get("192.0.2.1");
    expect((await get("192.0.2.1", page)).headers.get("x-ratelimit-limit")).toBe("4");
    for (let i = 0; i < 10; i++) expect((await get("192.0.2.1", uncounted)).status).toBe(200);
    expect(limitOf((await get("192.0.2.1", uncounted)).headers)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("failed authentications count by address", () => {
  const wrong = (address: string) =>
    world.call("GET", TARGET, { key: { ...key, secret: "sk_wrong" }, ...from(address) });

  test("above the limit they become 429; valid signatures from the same address are never blocked", async () => {
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await wrong("192.0.2.1")).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const refused = await wrong("192.0.2.1");
    expect(limitOf(refused.headers)).toEqual([
      "3",
      "0",
      String(RESET),
      '"failed_auth";q=3;w=60',
      '"failed_auth";r=0;t=60',
      "60",
    ]);
    expect(refused.json).not.toHaveProperty("canonical");
    expect((await read(from("192.0.2.1"))).status).toBe(200);
    expect((await wrong("192.0.2.2")).status).toBe(401);
  });

  test("unsigned, unknown and stale requests count equally", async () => {
    await world.call("GET", TARGET, from("192.0.2.1"));
    await world.call("GET", TARGET, { key: { key_id: "pk_live_x", secret: "x" }, ...from("192.0.2.1") });
    await world.call("GET", TARGET, { key, timestamp: 1, ...from("192.0.2.1") });
    expect((await wrong("192.0.2.1")).status).toBe(429);
  });
});

test("0 disables each limit", async () => {
  const free = await createWorld({
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    RATE_LIMIT_FAILED_AUTH_PER_MIN: "0",
  });
  const freeKey = await free.createKey("acme");
  for (let i = 0; i < 700; i++) {
    const answer = await free.call("GET", TARGET, i % 2 === 0 ? { key: freeKey } : {});
    if (answer.status !== (i % 2 === 0 ? 200 : 401)) throw new Error(`request ${i}: ${answer.text}`);
  }
  expect(limitOf((await callCustom(free, publicRead)).headers)).toEqual([null, null, null, null, null, null]);
  await free.close();
});

describe("the counter itself", () => {
  test("a window is a minute of the clock, not a minute since the first request", () => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1, 0, 0, 59));
    const limiter = createRateLimiter(clock);
    expect(limiter.count("a", "x", 1)).toMatchObject({ remaining: 0, exceeded: false });
    expect(limiter.count("a", "x", 1)?.exceeded).toBe(true);
    clock.advance(SECOND_MS);
    expect(limiter.count("a", "x", 1)?.exceeded).toBe(false);
  });

  test("a look counts nothing, and begins a new minute as a count does", () => {
    const clock = new ManualClock();
    const limiter = createRateLimiter(clock);
    limiter.count("a", "x", 1);
    expect(limiter.peek("a", "x", 1)?.exceeded).toBe(true);
    clock.advance(MINUTE_MS);
    expect(limiter.peek("a", "x", 1)).toMatchObject({ remaining: 0, exceeded: false });
    expect(limiter.count("a", "x", 1)?.exceeded).toBe(false);
  });

  test("memory is bounded: above 100,000 subjects new ones share counters, known ones keep theirs", () => {
    const clock = new ManualClock();
    const limiter = createRateLimiter(clock);
    for (let i = 0; i < 100_000; i++) limiter.count("a", `subject ${i}`, 10);
    expect(limiter.count("a", "subject 5", 10)?.remaining).toBe(8);
    let exceeded = 0;
    for (let i = 0; i < 20_000; i++) if (limiter.count("a", `stranger ${i}`, 10)?.exceeded) exceeded++;
    expect(exceeded).toBeGreaterThan(5_000);
    clock.advance(MINUTE_MS);
    expect(limiter.count("a", "stranger 1", 10)?.remaining).toBe(9);
  });
});
