import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync, truncateSync } from "node:fs";
import { sandboxPath } from "../../../../src/db/files.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { deleteUnusedSandboxes, sandboxReset } from "../../../../src/modules/sandbox/files/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { NO_LIMIT, runSteps, SANDBOX } from "../twins/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

const HOUR = 3_600_000;

let world: World;
let key: IssuedKey;

afterEach(() => world.close());

const named = (sandbox: string | null) => (sandbox === null ? {} : { headers: { "x-sandbox": sandbox } });
const get = (path: string, sandbox: string | null = null, by = key) =>
  world.call("GET", `${SANDBOX}${path}`, { key: by, ...named(sandbox) });
const balance = async (sandbox: string | null = null) =>
  (await get("/salutes/balance?user_id=1", sandbox)).json.balance;
const credit = (sandbox: string | null = null, options = {}) =>
  world.call("POST", `${SANDBOX}/salutes/credit`, {
    key,
    body: { user_id: 1, amount: 10, reason: "quest" },
    ...named(sandbox),
    ...options,
  });

describe("a named sandbox", () => {
  beforeEach(async () => {
    world = await createWorld(NO_LIMIT);
    key = await world.createKey("acme", "sandbox");
  });

  test("has users, ledger, clock, events, nonces and recorded answers of its own", async () => {
    const once = { nonce: "ab".repeat(16), idempotencyKey: "once" };
    for (const sandbox of ["ci-1", "ci-2", null]) {
      const { status, json } = await credit(sandbox, once);
      expect([status, json.balance]).toEqual([200, 135.5]);
    }
    await credit("ci-2");
    expect([await balance("ci-1"), await balance("ci-2"), await balance()]).toEqual([135.5, 145.5, 135.5]);
    const clocks = [];
    for (const sandbox of ["ci-1", "ci-2"])
      clocks.push((await get("/verify", sandbox)).json.practice_time_utc);
    expect(clocks).toEqual(["2026-01-05T09:00:01.000Z", "2026-01-05T09:00:02.000Z"]);
    const counts = [];
    for (const sandbox of ["ci-1", "ci-2"])
      counts.push((await get("/events?types=salutes.credit", sandbox)).json.count);
    expect(counts[1]).toBe(counts[0] + 1);
    expect((await credit("ci-1", { ...once, nonce: "cd".repeat(16) })).json.error).toBe("idempotency_replay");
  });

  test("gives the same answers to the same calls as any other, in parallel with it", async () => {
    const caller = (sandbox: string) => ({
      call: (method: string, path: string, options: object) =>
        world.call(method, path, { ...options, ...named(sandbox) }),
    });
    const [first, second] = await Promise.all(
      ["ci-1", "ci-2"].map((sandbox) => runSteps(caller(sandbox) as World, key)),
    );
    const name = (answers: string[] | undefined) =>
      answers?.map((text) => text.replaceAll(/"sandbox":"[^"]*"/g, ""));
    expect(name(first)).toEqual(name(second));
  });

  test("is shared by a partner's keys, and no other partner's", async () => {
    await credit("ci-1");
    const second = await world.createKey("acme", "sandbox");
    const other = await world.createKey("other", "sandbox");
    const balanceOf = async (by: IssuedKey) =>
      (await get("/salutes/balance?user_id=1", "ci-1", by)).json.balance;
    expect([await balanceOf(second), await balanceOf(other)]).toEqual([135.5, 125.5]);
    expect((await get("/verify", "ci-1")).json.sandbox).toBe("ci-1");
    expect((await get("/verify")).json.sandbox).toBeNull();
  });

  test("has a name of at most 40 of a-z, 0-9 and -; other names are 400 and make nothing", async () => {
    for (const name of ["CI", "a.b", "../x", "a".repeat(41)]) {
      const { status, json } = await credit(name);
      expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_payload", "X-Sandbox"]);
    }
    expect((await credit("a".repeat(40))).status).toBe(200);
    expect(world.services.sandboxFiles.ids()).toEqual([`acme.${"a".repeat(40)}`]);
  });

  test("is ignored for live keys, which have one state", async () => {
    const live = await world.createKey("acme");
    const user = await world.createUser(live, "zoe");
    const answer = await world.call("POST", "/api/salutes/credit", {
      key: live,
      body: { user_id: user, amount: 1, reason: "quest" },
      headers: { "x-sandbox": "Not A Name" },
    });
    expect(answer.status).toBe(200);
    expect(world.services.sandboxFiles.ids()).toEqual([]);
  });

  test("is one of at most 20 of a partner: the next is refused by a 400, and nothing is made", async () => {
    for (let i = 1; i <= 20; i++) expect((await get("/verify", `ci-${i}`)).status).toBe(200);
    const refused = await credit("ci-21");
    expect([refused.status, refused.json.error, refused.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      "X-Sandbox",
    ]);
    expect((await credit("ci-20")).status).toBe(200);
    expect((await credit()).status).toBe(200);
    const other = await world.createKey("other", "sandbox");
    expect((await get("/verify", "ci-21", other)).status).toBe(200);
    expect(existsSync(sandboxPath(world.dataDir, "acme.ci-21"))).toBe(false);
  });

  test("is deleted a day after its last request, also if that was a read", async () => {
    const run = () => deleteUnusedSandboxes.run(world.services, new AbortController().signal);
    await credit("old");
    await credit("read");
    await credit();
    world.clock.advance(23 * HOUR);
    await balance("read");
    // The use is stored beside the read.
    const { sandboxFiles } = world.services;
    const file = sandboxFiles.take("acme.read");
    await file.writer.run(() => undefined);
    sandboxFiles.letGo(file);
    world.clock.advance(2 * HOUR);
    expect(await run()).toBe("1 named sandboxes deleted");
    expect(world.services.sandboxFiles.ids()).toEqual(["acme", "acme.read"]);
    expect(existsSync(`${sandboxPath(world.dataDir, "acme.old")}-wal`)).toBe(false);
    expect([await balance("old"), await balance("read")]).toEqual([125.5, 135.5]);
    expect(await run()).toBe("no named sandbox is unused");
  });

  test("is not deleted while a request uses it", async () => {
    await credit("long");
    world.clock.advance(25 * HOUR);
    const database = world.services.sandboxFiles.take("acme.long");
    expect(await world.services.sandboxFiles.deleteUnused("acme.long")).toBe(false);
    world.services.sandboxFiles.letGo(database);
    expect(await world.services.sandboxFiles.deleteUnused("acme.long")).toBe(true);
  });

  test("is left alone by the nightly reset, until its file is larger than 200 MB", async () => {
    for (const sandbox of ["ci-1", "ci-2", null]) await credit(sandbox);
    const path = sandboxPath(world.dataDir, "acme.ci-2");
    truncateSync(path, 200e6 + 1);
    expect(await sandboxReset.run(world.services, new AbortController().signal, "schedule")).toBe(
      "2 sandbox files reset",
    );
    expect([await balance("ci-1"), await balance("ci-2"), await balance()]).toEqual([135.5, 125.5, 125.5]);
    // Closing the file is one of the times at which it shrinks.
    await world.restart();
    expect(statSync(path).size).toBeLessThan(20e6);
  });
});

describe("the limit of sandbox keys", () => {
  const many = async (count: number, sandbox: string | null, by = key) => {
    const statuses = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const { status } = await get("/token-status", sandbox, by);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return Object.fromEntries(statuses);
  };

  test("counts each named sandbox by itself, whichever key is used, and the partner's own by key", async () => {
    world = await createWorld();
    key = await world.createKey("acme", "sandbox");
    const second = await world.createKey("acme", "sandbox");
    expect(await many(31, "ci-1")).toEqual({ 200: 30, 429: 1 });
    expect(await many(1, "ci-1", second)).toEqual({ 429: 1 });
    expect(await many(30, "ci-2", second)).toEqual({ 200: 30 });
    expect(await many(30, null)).toEqual({ 200: 30 });
    const { headers } = await get("/token-status", null, second);
    expect(headers.get("x-ratelimit-limit")).toBe("30");
  });

  test("is 600 a minute for all sandboxes of a partner", async () => {
    world = await createWorld();
    key = await world.createKey("acme", "sandbox");
    for (let i = 1; i <= 20; i++) expect(await many(30, `ci-${i}`)).toEqual({ 200: 30 });
    const refused = await get("/token-status", "ci-21");
    expect([refused.status, refused.headers.get("x-ratelimit-limit")]).toEqual([429, "600"]);
    expect((await get("/token-status", null, await world.createKey("other", "sandbox"))).status).toBe(200);
  });
});
