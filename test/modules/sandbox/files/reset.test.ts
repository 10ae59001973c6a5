import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { indexUser } from "../../../../src/modules/ledger/user-search/index.ts";
import { stopChanges } from "../../../../src/modules/platform/state/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute } from "../../../harness/processes/commands.ts";
import { NO_LIMIT, SANDBOX } from "../twins/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const get = async (path: string, headers = {}) =>
  (await world.call("GET", `${SANDBOX}${path}`, { key, headers })).json;
const reset = (body: object, options = {}) =>
  world.call("POST", `${SANDBOX}/reset`, { key, body, ...options });
const credit = (options = {}) =>
  world.call("POST", `${SANDBOX}/salutes/credit`, {
    key,
    body: { user_id: 1, amount: 10, reason: "quest" },
    ...options,
  });

test("a reset without a body's members gives standard-v1 to the partner's own sandbox", async () => {
  await credit({ idempotencyKey: "once" });
  const { status, json } = await reset({});
  expect(status).toBe(200);
  expect(json).toMatchObject({
    sandbox: null,
    state: "standard-v1",
    practice_time_utc: "2026-01-05T09:00:00.000Z",
    mode: "sandbox",
    fixture_profile: "standard-v1",
    live_side_effects_performed: false,
  });
  expect((await credit({ idempotencyKey: "once" })).json.balance).toBe(135.5);
});

test("sent twice under one Idempotency-Key it resets twice, and needs neither key nor nonce", async () => {
  for (let i = 0; i < 2; i++) {
    await credit();
    expect((await reset({}, { idempotencyKey: "reset" })).status).toBe(200);
    expect((await get("/salutes/balance?user_id=1")).balance).toBe(125.5);
  }
  expect((await reset({}, { idempotencyKey: null, nonce: null })).status).toBe(200);
});

test("it resets the sandbox that the body names, else the header's, and makes it if it is missing", async () => {
  const ci = { headers: { "x-sandbox": "ci-1" } };
  await credit();
  await credit(ci);
  expect((await reset({ sandbox: "ci-2", state: "empty" }, ci)).json).toMatchObject({
    sandbox: "ci-2",
    fixture_profile: "empty",
  });
  expect((await get("/salutes/balance?user_id=1", ci.headers)).balance).toBe(135.5);
  expect((await reset({}, ci)).json.sandbox).toBe("ci-1");
  expect((await get("/salutes/balance?user_id=1", ci.headers)).balance).toBe(125.5);
  expect((await get("/salutes/balance?user_id=1")).balance).toBe(135.5);
  expect(world.services.sandboxFiles.ids()).toEqual(["acme", "acme.ci-1", "acme.ci-2"]);
});

test("empty has no users, webhooks, entries and events; conversion is on, and answers name the state", async () => {
  await reset({ state: "empty" });
  const users = await get("/users");
  expect([users.count, users.fixture_profile]).toEqual([0, "empty"]);
  expect((await get("/webhooks")).count).toBe(0);
  expect((await get("/salutes/ledger")).count).toBe(0);
  expect((await get("/events")).count).toBe(0);
  expect((await get("/salutes/conversion-policy")).enabled).toBe(true);
  const made = await world.call("POST", `${SANDBOX}/users`, { key, body: { external_id: "first" } });
  expect(made.json.user.id).toBe(1);
  await world.restart();
  expect((await get("/users")).fixture_profile).toBe("empty");
});

test("ten-thousand has 10,000 users whose ledger, balances and search are sound", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const { json } = await reset({ state: "ten-thousand" });
  clearInterval(timer);
  expect(json).toMatchObject({ state: "ten-thousand", fixture_profile: "ten-thousand" });
  // It is built in parts: requests are answered in between.
  expect(turns).toBeGreaterThanOrEqual(5);
  const database = world.services.sandboxFiles.take("acme");
  const { users } = database.read.one<{ users: number }>("SELECT count(*) AS users FROM users");
  expect(users).toBe(10_000);
  const found = await get("/users?q=user-9999");
  expect(found.users).toMatchObject([{ id: 9_999, external_id: "user-9999", status: "active" }]);
  expect((await get("/users?q=us&limit=1")).users[0].id).toBe(4);
  const { balance } = await get("/salutes/balance?user_id=ext:user-9999");
  const { ledger } = await get("/salutes/ledger?user_id=ext:user-9999");
  expect(ledger).toMatchObject([{ delta: balance, balance_after: balance, reason: "welcome" }]);
  expect((await credit({ body: { user_id: 5_000, amount: 1, reason: "quest" } })).status).toBe(200);
  const prefixes = () =>
    database.read.all("SELECT prefix FROM user_prefixes WHERE user_id = 777 ORDER BY prefix");
  const before = prefixes();
  await database.writer.run((tx) => indexUser(tx, 1, 777));
  await new Promise(setImmediate);
  expect(prefixes()).toEqual(before);
  expect((await get("/users?q=user-777")).users[0].id).toBe(777);
  world.services.sandboxFiles.letGo(database);
  expect(await salute(["check", "--data", world.dataDir])).toMatchObject({ code: 0 });
});

test("unknown states and names are 400 with the field", async () => {
  const faults = [];
  for (const body of [{ state: "full" }, { sandbox: "CI" }]) {
    const { status, json } = await reset(body);
    faults.push([status, json.error, json.details[0].field]);
  }
  expect(faults).toEqual([
    [400, "invalid_payload", "state"],
    [400, "invalid_payload", "sandbox"],
  ]);
});

test("safe mode refuses it, and the state stays", async () => {
  await credit();
  const fault = { invariant: "ledger_balances", fault: "user 1" };
  await world.services.live.writer.run((tx) => stopChanges(tx, "test", fault));
  expect((await reset({})).json.error).toBe("safe_mode");
  expect((await get("/salutes/balance?user_id=1")).balance).toBe(135.5);
});
