import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import {
  type LoggedRequest,
  purgeRequests,
  RequestLog,
} from "../../../../src/modules/desk/request-log/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  headers = { authorization: `Bearer ${(await makeOperator(world, "zoe", "operator")).token}` };
});

afterEach(() => world.close());

const find = async (q: string) => {
  const { json } = await world.call("GET", `/admin/search?q=${encodeURIComponent(q)}`, { headers });
  return json.results as { kind: string; id: string; title: string; detail: string; path: string | null }[];
};
const idOf = ({ headers: own }: { headers: Headers }) => own.get("x-request-id") ?? "";
const stored = () => world.services.live.read.all<LoggedRequest>("SELECT * FROM request_log ORDER BY id");

test("a partner's change is found by its request id before and after a restart, with its ledger entry", async () => {
  const user = await world.createUser(key, "zoe");
  const answer = await world.call("POST", "/api/salutes/credit", {
    key,
    idempotencyKey: "order-4711",
    body: { user_id: user, amount: 5, reason: "gift" },
  });
  const id = idOf(answer);
  expect((await find(id)).map(({ kind }) => kind)).toEqual(["request", "ledger_entry"]);
  await world.restart();
  const [request, entry] = await find(id);
  expect(request).toMatchObject({
    kind: "request",
    id,
    title: "POST /api/salutes/credit",
    path: `/admin/keys/${key.key_id}`,
  });
  expect(request?.detail).toContain(`200, ${key.key_id}`);
  expect(entry).toMatchObject({ kind: "ledger_entry", title: "5 salutes, gift" });
});

test("refusals with and without a key, and operators' forms, are found after a restart; reads without a key are not", async () => {
  const unsigned = await world.call("GET", "/api/partner/users/1");
  const unknown = await world.call("GET", "/api/partner/users/999", { key });
  const read = await world.call("GET", "/status.json");
  const operator = await signedIn(world, "ops", "operator");
  await operator.open("/admin/safe-mode");
  const form = await operator.submit("/admin/safe-mode", { state: "on", reason: "test" });
  await world.restart();
  expect((await find(idOf(unsigned)))[0]?.detail).toContain("401, unauthorized");
  expect((await find(idOf(unknown)))[0]?.detail).toContain(`404, user_not_found, ${key.key_id}`);
  expect((await find(idOf(form)))[0]?.path).toBe("/admin/audit?actor=ops");
  expect(await find(idOf(read))).toEqual([]);
  expect(stored().filter(({ route }) => route.startsWith("GET") && route.includes("status"))).toEqual([]);
});

test("successful reads of a key are a sample: its first sixty, then three a minute", async () => {
  const balance = () => world.call("GET", "/api/partner/webhooks", { key });
  const read = await balance();
  expect((await find(idOf(read)))[0]?.detail).toContain(`200, ${key.key_id}`);
  const log = new RequestLog(world.services.live);
  const taken = (keyId: string, at: number) =>
    Array.from({ length: 100 }, () => log.takesRead(keyId, at)).filter(Boolean).length;
  expect([taken("pk_live_a", 0), taken("pk_live_b", 0), taken("pk_live_a", 59_999)]).toEqual([60, 60, 0]);
  expect([taken("pk_live_a", 60_000), taken("pk_live_a", 61_000)]).toEqual([3, 0]);
  expect(taken("pk_live_a", 60_000 * 10_000)).toBe(60);
});

test("logged requests are limited per minute: for each caller, and for all unauthenticated callers together", async () => {
  const log = new RequestLog(world.services.live);
  const record = (at: number, caller: string, refusal: string | null) =>
    log.record({
      request_id: "flood-0001",
      at,
      route: "POST /api/salutes/credit",
      status: refusal === null ? 200 : 401,
      caller,
      refusal,
      duration_ms: 1,
      idempotency_key: null,
    });
  for (let each = 0; each < 1_000; each++) {
    record(1, "", "unauthorized");
    record(1, "", null);
    record(1, "pk_live_a", "user_not_found");
    record(1, "pk_live_a", null);
  }
  await log.flush();
  const count = (caller: string, refused: boolean) =>
    stored().filter(
      (each) =>
        each.request_id === "flood-0001" && each.caller === caller && (each.refusal !== null) === refused,
    ).length;
  expect([count("", true), count("", false), count("pk_live_a", true), count("pk_live_a", false)]).toEqual([
    60, 300, 300, 1_000,
  ]);
  record(60_000, "", "unauthorized");
  expect(log.pending(() => true)).toHaveLength(1);
});

test("requests that cannot be written wait, and are stored once the disk works again", async () => {
  const { live } = world.services;
  const log = new RequestLog(live);
  log.record({
    request_id: "waiting-1",
    at: 1,
    route: "POST /x",
    status: 200,
    caller: "",
    refusal: null,
    duration_ms: 1,
    idempotency_key: null,
  });
  await live.writer.run((tx) =>
    tx.run("CREATE TRIGGER full BEFORE INSERT ON request_log BEGIN SELECT RAISE(ABORT, 'full'); END"),
  );
  await expect(log.flush()).rejects.toThrow();
  expect(log.pending(() => true)).toHaveLength(1);
  await live.writer.run((tx) => tx.run("DROP TRIGGER full"));
  await log.flush();
  expect(log.pending(() => true)).toEqual([]);
  expect(stored().filter(({ request_id }) => request_id === "waiting-1")).toHaveLength(1);
});

test("retention deletes after 30 days, and after 3 without credentials", async () => {
  const now = 100 * DAY_MS;
  const { live } = world.services;
  const log = new RequestLog(live);
  const record = (request_id: string, days: number, caller: string) =>
    log.record({
      request_id,
      at: now - days * DAY_MS,
      route: "POST /x",
      status: 200,
      caller,
      refusal: null,
      duration_ms: 1,
      idempotency_key: null,
    });
  record("old-proved-1", 31, "pk_live_a");
  record("old-unproved", 4, "");
  record("new-proved-1", 29, "pk_live_a");
  record("new-unproved", 2, "");
  await log.flush();
  const before = stored().length;
  await live.writer.run((tx) =>
    purgeRequests(tx, { before: now - 30 * DAY_MS, anonymousBefore: now - 3 * DAY_MS, chunk: 100 }),
  );
  expect(stored().length).toBe(before - 2);
  expect(stored().filter(({ request_id }) => request_id.startsWith("old"))).toEqual([]);
});
